import type { MiddlewareHandler } from 'hono';

/** Sent with every reply. Pages add their own content security policy. */
export const securityHeaders: Record<string, string> = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
};

const nothingAllowed = "default-src 'none'; frame-ancestors 'none'";

/** For the API: replies are data, never documents. */
export function secureApi(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(securityHeaders)) context.res.headers.set(name, value);
    if (!context.res.headers.has('content-security-policy'))
      context.res.headers.set('content-security-policy', nothingAllowed);
    if (!context.res.headers.has('cache-control')) context.res.headers.set('cache-control', 'no-store');
  };
}
