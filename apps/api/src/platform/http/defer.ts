import { setImmediate as later } from 'node:timers/promises';
import type { Deps } from '../../context.ts';
import { ProblemError } from './problem-error.ts';

/**
 * Runs work after the response was sent, so that neither its duration nor a failure reveals whether an address is known.
 *
 * @param failure message of the log entry if the work fails
 */
export async function runAfterReply({ log }: Pick<Deps, 'log'>, failure: string, work: () => unknown): Promise<void> {
  await later();
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ProblemError)) log.error({ err: error }, failure);
  }
}
