import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ProblemError } from '../platform/http/problem-error.ts';

interface BurstLimit {
  maxRequests: number;
  seconds: number;
}

/**
 * Limits requests that are sent with every keystroke. Counts in memory: a database row for each would cost more than
 * the response.
 *
 * @returns a function that throws ProblemError 429 when the key has used up its requests
 */
export function createBurstLimit({ maxRequests, seconds }: BurstLimit) {
  const limiter = new RateLimiterMemory({ points: maxRequests, duration: seconds });
  return async (key: string): Promise<void> => {
    try {
      await limiter.consume(key);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const wait = String(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
      throw new ProblemError('rate-limited', {
        detail: 'Too many previews at once. Wait a moment.',
        headers: { 'retry-after': wait },
      });
    }
  };
}
