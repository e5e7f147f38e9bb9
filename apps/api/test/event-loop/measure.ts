import { setImmediate as nextTurn } from 'node:timers/promises';

/** No call may hold the event loop for longer: at 20 ms, fifty such calls a second make everybody else wait. */
export const maxHoldMs = 20;
/** A garbage collection or a function that is compiled counts too, now and then: only a cost that repeats is the call's. */
const attempts = 8;

/**
 * Returns the least CPU time, in milliseconds, that the main thread spends on a call and on what follows its reply. It is
 * an upper bound of how long the call holds the event loop. Unlike the time on the clock, it does not grow while other
 * processes use the cores. The call is repeated only while it is over the limit.
 *
 * @param prepare makes what is not part of the call, such as its body; returns the call
 */
export async function measureHold(prepare: () => Promise<() => Promise<unknown>>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && least > maxHoldMs; attempt += 1) {
    const call = await prepare();
    const before = process.threadCpuUsage();
    await call();
    await nextTurn();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
