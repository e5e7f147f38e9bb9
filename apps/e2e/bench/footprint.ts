import { setTimeout as wait } from 'node:timers/promises';
import { pssKb } from '../support/processes.ts';
import { type Product, startProduct } from '../support/stack.ts';
import type { Figure } from './measure.ts';

/** The render worker ends after this time instead of a minute, to save time. */
const renderIdleMs = 5000;
/** Long enough for the worker to end, and for the garbage collector to return the memory of the start. */
const waitMs = renderIdleMs + 10_000;

const megabytes = (kb: number) => `${(kb / 1024).toFixed(0)} MB`;

/** Measures a second start with existing builds, and the memory of all idle processes. */
export async function benchFootprint(dataDir: string): Promise<{ stack: Product; figures: Figure[] }> {
  const stack = await startProduct({ DATA_DIR: dataDir, LOG_LEVEL: 'error', RENDER_IDLE_MS: String(renderIdleMs) });
  await wait(waitMs);
  const each = stack
    .processes()
    .map(({ pid, command }) => ({ kb: pssKb(pid), name: /apps\/(\w+)/.exec(command)?.[1] ?? 'supervisor' }));
  const total = each.reduce((sum, { kb }) => sum + kb, 0);
  return {
    stack,
    figures: [
      {
        name: 'second start to ready',
        value: `${(stack.readyMs / 1000).toFixed(1)} s`,
        aim: { text: 'at most 5 s', met: stack.readyMs <= 5000 },
      },
      {
        name: 'idle memory, all processes (PSS)',
        value: `${megabytes(total)} (${each.map(({ kb, name }) => `${name} ${megabytes(kb)}`).join(', ')})`,
        aim: { text: 'at most 150 MB', met: total <= 150 * 1024 },
      },
    ],
  };
}
