import type { Context, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { Config } from '../../config.ts';

type SiteAddress = Pick<Config, 'siteUrl'>;
type Addresses = Pick<Config, 'appUrl' | 'siteUrl'>;

/**
 * Allows calls from the pages of the site, which a static host may publish at another address. No other origin is allowed, and
 * no cookie is accepted.
 */
export function allowSiteOrigin({ siteUrl }: SiteAddress): MiddlewareHandler {
  return cors({
    origin: new URL(siteUrl).origin,
    allowMethods: ['POST'],
    allowHeaders: ['content-type', 'idempotency-key'],
    // The form waits as long as the server asks.
    exposeHeaders: ['retry-after'],
    maxAge: 86_400,
  });
}

/** Added to the action of forms that this server renders for visitors of a site published elsewhere. */
export const externalSiteQuery = 'from=site';

/**
 * Returns whether a form was posted from a site that is published at another address, where its pages are. The `Host` header
 * is not compared: behind a proxy it can be any name.
 */
export function isFromExternalSite(context: Context, { appUrl, siteUrl }: Addresses): boolean {
  if (appUrl === siteUrl) return false;
  return context.req.header('origin') === siteUrl || new URL(context.req.url).search === `?${externalSiteQuery}`;
}
