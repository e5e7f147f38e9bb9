import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ProblemError } from '../platform/http/problem-error.ts';

interface BurstLimit {
  tries: number;
  seconds: number;
}

/**
 * Counts in memory what comes with every keystroke: a row in the database for each would cost more than the answer.
 *
 * @returns a function that throws ProblemError 429 when the key has used up its tries
 */
export function createBurstLimit({ tries, seconds }: BurstLimit) {
  const limiter = new RateLimiterMemory({ points: tries, duration: seconds });
  return async (key: string): Promise<void> => {
    try {
      await limiter.consume(key);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const wait = String(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
      throw new ProblemError('rate-limited', {
        detail: 'Too many previews at once. Please wait a moment.',
        headers: { 'retry-after': wait },
      });
    }
  };
}
