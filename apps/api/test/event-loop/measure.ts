import { setImmediate as nextTurn } from 'node:timers/promises';

/** The maximum time that a request may block the event loop: at 20 ms, fifty requests per second delay all others. */
export const maxHoldMs = 20;
/**
 * A garbage collection or the compilation of a function counts occasionally; only a repeated cost belongs to the
 * request.
 */
const attempts = 8;

/**
 * Returns the minimum CPU time in ms that the main thread spends on a request and on its deferred work. It is an upper
 * bound of how long the request blocks the event loop. Unlike wall-clock time, it does not grow while other processes
 * use the cores. The request is repeated only while it is over the limit.
 *
 * @param prepare creates what is not part of the request, such as its body; returns the request
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
