import { ProblemError } from '../http/problem-error.ts';

interface WorkQueueOptions {
  /** Jobs that run at the same time. */
  concurrency: number;
  /** Jobs that may be pending; beyond that the caller is turned away at once. */
  maxPending: number;
}

/**
 * Bounds work that is heavy on CPU or memory, so that it cannot starve everything else.
 *
 * @returns a function that runs a job when there is room. It throws ProblemError 503 when the queue is full.
 */
export function createWorkQueue({ concurrency, maxPending }: WorkQueueOptions) {
  const pending: (() => void)[] = [];
  let running = 0;

  return async <Result>(job: () => Promise<Result>): Promise<Result> => {
    if (running >= concurrency) {
      if (pending.length >= maxPending) {
        throw new ProblemError('unavailable', {
          detail: 'The server is busy. Try again in a few seconds.',
          headers: { 'retry-after': '5' },
        });
      }
      // A job that ends passes its place on, so `running` does not change.
      await new Promise<void>((start) => pending.push(start));
    } else running++;
    try {
      return await job();
    } finally {
      const next = pending.shift();
      if (next) next();
      else running--;
    }
  };
}
