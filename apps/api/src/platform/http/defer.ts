import { setImmediate as later } from 'node:timers/promises';
import type { Deps } from '../../context.ts';
import { ProblemError } from './problem-error.ts';

/**
 * Work that begins once the reply is on its way: neither the time of a reply nor a failure may tell strangers whether an
 * address is known here.
 *
 * @param failure what the log says when it fails
 */
export async function runAfterReply({ log }: Pick<Deps, 'log'>, failure: string, work: () => unknown): Promise<void> {
  await later();
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ProblemError)) log.error({ err: error }, failure);
  }
}
