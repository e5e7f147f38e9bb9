import type { MiddlewareHandler } from 'hono';
import { ProblemError } from './problem-error.ts';

/** A team of twenty has a handful of calls at a time; a script that saves a whole site may send 200 at once. */
export const maxConcurrentCalls = 250;

/** Calls of visitors, and calls by which supervisor and publisher check the product. */
const unlimitedPaths = /^\/api\/(?:request|newsletter|my-data|internal|livez|readyz|health)(?:\/|$)/;

/**
 * Returns a middleware that refuses calls while too many are active, before any work is done for them. Enquiries are never
 * refused. Pages and live content are answered before this.
 */
export function shedLoad(): MiddlewareHandler {
  let activeCalls = 0;
  return async (context, next) => {
    if (unlimitedPaths.test(context.req.path)) return next();
    if (activeCalls >= maxConcurrentCalls)
      throw new ProblemError('unavailable', {
        detail: 'Too much is going on right now. Please try again in a few seconds.',
        headers: { 'retry-after': '5' },
      });
    activeCalls++;
    try {
      await next();
    } finally {
      activeCalls--;
    }
  };
}
