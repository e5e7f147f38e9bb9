import type { MiddlewareHandler } from 'hono';

/** Headers of every response. Pages add their own content security policy. */
export const securityHeaders: Record<string, string> = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
};

/** Headers of responses that are data, not documents. */
export const apiHeaders: Record<string, string> = {
  ...securityHeaders,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

/** Adds `apiHeaders` to every response of the API, except those that a route has set. `hono/secure-headers` overwrites them. */
export function addApiHeaders(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(apiHeaders)) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
  };
}
