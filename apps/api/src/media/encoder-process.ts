import { setPriority } from 'node:os';
import { ProblemError } from '../platform/http/problem-error.ts';
import type { EncoderReply } from './encoder.ts';
import { makeVariants } from './variants.ts';

const watchMs = 25;
/** Limits for one image: growth of the process, and processor time. */
const [maxMemoryBytes = 0, maxCpuMs = 0] = process.argv.slice(2).map(Number);

/** The process that `createEncoder` starts: the path of one file in, its variants out. */
process.on('message', async (path: string) => {
  const stopWatching = limitCpuTime((refusal) =>
    process.send?.({ refusal, isOverBudget: true } satisfies EncoderReply),
  );
  const reply = await replyTo(path);
  stopWatching();
  process.send?.(reply);
});
process.on('disconnect', () => process.exit());

// Requests of visitors have priority.
setPriority(10);

async function replyTo(path: string): Promise<EncoderReply> {
  try {
    return { image: await makeVariants(path) };
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
function limitCpuTime(refuse: (sentence: string) => void): () => void {
  const memoryBefore = process.memoryUsage.rss();
  const cpuBefore = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(cpuBefore);
    const isOverTime = (user + system) / 1000 > maxCpuMs;
    if (!isOverTime && process.memoryUsage.rss() - memoryBefore <= maxMemoryBytes) return;
    clearInterval(timer);
    const resource = isOverTime ? 'time' : 'memory';
    refuse(`This image takes too much ${resource} to process. Save it with fewer pixels, or in another format.`);
  }, watchMs);
  return () => clearInterval(timer);
}
