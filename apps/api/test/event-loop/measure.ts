import { setImmediate as nextTurn } from 'node:timers/promises';

/** The maximum time that a request may block the event loop: at 20 ms, fifty requests per second delay all others. */
export const maxHoldMs = 20;
/**
 * A garbage collection or the compilation of a function counts occasionally; only a repeated cost belongs to the
 * request.
 */
const attempts = 8;
/** A body of the greatest length that a JSON route reads. */
const plainBody = JSON.stringify({ text: 'a'.repeat(512 * 1024) });
/** The CPU time of reading and parsing `plainBody` on the machine for which `maxHoldMs` was chosen. */
const plainBodyMs = 5;

/**
 * Returns the minimum CPU time in ms that the main thread spends on a request and on its deferred work. It is an upper
 * bound of how long the request blocks the event loop. Unlike wall-clock time, it does not grow while other processes
 * use the cores. The request is repeated only while it is over the limit.
 *
 * The same work costs several times as much CPU time on a slow machine, or on one that shares its caches. So a result
 * over the limit is divided by how much slower than `plainBodyMs` the machine reads a plain body at that moment.
 *
 * @param prepare creates what is not part of the request, such as its body; returns the request
 */
export async function measureHold(prepare: () => Promise<() => Promise<unknown>>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && least > maxHoldMs; attempt += 1) {
    const ms = await measureCpu(await prepare());
    const slowness = ms > maxHoldMs ? (await measureCpu(readPlainBody)) / plainBodyMs : 1;
    least = Math.min(least, ms / Math.max(1, slowness));
  }
  return least;
}

async function measureCpu(call: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await call();
  await nextTurn();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const readPlainBody = () => new Request('http://localhost/', { method: 'POST', body: plainBody }).json();
