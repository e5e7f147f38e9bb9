import type { MiddlewareHandler } from 'hono';
import { ProblemError } from './problem-error.ts';

/** A team of twenty has a handful at work at a time; a script that saves a whole site may send 200 at once. */
export const maxConcurrentCalls = 250;

/** What visitors send, and what supervisor and publisher need to see that the product is well. */
const alwaysTaken = /^\/api\/(?:request|newsletter|my-data|internal|livez|readyz|health)(?:\/|$)/;

/**
 * Turns calls away while too many are at work, before anything is looked up for them: an enquiry is never refused, and
 * does not wait behind a queue of lists, searches and previews. Pages and live content are answered before this.
 */
export function shedLoad(): MiddlewareHandler {
  let atWork = 0;
  return async (context, next) => {
    if (alwaysTaken.test(context.req.path)) return next();
    if (atWork >= maxConcurrentCalls)
      throw new ProblemError('unavailable', {
        detail: 'Too much is going on right now. Please try again in a few seconds.',
        headers: { 'retry-after': '5' },
      });
    atWork++;
    try {
      await next();
    } finally {
      atWork--;
    }
  };
}
