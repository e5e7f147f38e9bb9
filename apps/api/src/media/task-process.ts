import { setPriority } from 'node:os';
import { ProblemError } from '../platform/http/problem-error.ts';
import type { EncoderReply } from './encoder.ts';

const watchMs = 25;
/** Limits for one file: growth of the process, and processor time. */
const [maxMemoryBytes = 0, maxCpuMs = 0] = process.argv.slice(2).map(Number);

/**
 * Runs the tasks that `createEncoder` sends to this process, one at a time.
 *
 * @param what names the kind of file in sentences
 * @param run throws ProblemError for a file that is refused
 */
export function serveTasks<Task, Result>(what: string, run: (task: Task) => Promise<Result>): void {
  process.on('message', async (task: Task) => {
    const stopWatching = limitCpuTime(what, (refusal) =>
      process.send?.({ refusal, isOverBudget: true } satisfies EncoderReply<Result>),
    );
    const reply = await replyTo(run(task));
    stopWatching();
    process.send?.(reply);
  });
  process.on('disconnect', () => process.exit());

  // Requests of visitors have priority.
  setPriority(10);
}

async function replyTo<Result>(task: Promise<Result>): Promise<EncoderReply<Result>> {
  try {
    return { result: await task };
  } catch (error) {
    if (error instanceof ProblemError) return { refusal: error.message };
    throw error;
  }
}

/**
 * Watches memory and processor time while the decoder works in threads of its own, which cannot be stopped from here: the
 * parent process kills this one.
 *
 * @param refuse called once, with a sentence, when a limit is exceeded
 */
function limitCpuTime(what: string, refuse: (sentence: string) => void): () => void {
  const memoryBefore = process.memoryUsage.rss();
  const cpuBefore = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(cpuBefore);
    const isOverTime = (user + system) / 1000 > maxCpuMs;
    if (!isOverTime && process.memoryUsage.rss() - memoryBefore <= maxMemoryBytes) return;
    clearInterval(timer);
    const resource = isOverTime ? 'time' : 'memory';
    refuse(`This ${what} takes too much ${resource} to process. Save it with fewer pixels, or in another format.`);
  }, watchMs);
  return () => clearInterval(timer);
}
