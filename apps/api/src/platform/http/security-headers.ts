import { apiHeaders } from '@threadline/schema/wire/release-response';
import type { MiddlewareHandler } from 'hono';

/** Adds `apiHeaders` to every response of the API, except those that a route has set. `hono/secure-headers` overwrites them. */
export function addApiHeaders(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(apiHeaders)) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
  };
}
