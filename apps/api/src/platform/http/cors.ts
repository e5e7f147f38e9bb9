import type { Context, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { Config } from '../../config.ts';

type SiteAddress = Pick<Config, 'siteUrl'>;

/**
 * Allows calls from the pages of the site, which a static host may publish at another address. No other origin is allowed, and
 * no cookie is accepted.
 */
export function allowSiteOrigin({ siteUrl }: SiteAddress): MiddlewareHandler {
  return cors({
    origin: new URL(siteUrl).origin,
    allowMethods: ['POST'],
    allowHeaders: ['content-type', 'idempotency-key'],
    maxAge: 86_400,
  });
}

/** Added to the action of forms that this server renders for visitors of a site published elsewhere. */
export const externalSiteQuery = 'from=site';

/** Returns whether a form was posted from a site that is published at another address, where its pages are. */
export function isFromExternalSite(context: Context, { siteUrl }: SiteAddress): boolean {
  const { origin, host } = new URL(siteUrl);
  const { search, host: here } = new URL(context.req.url);
  return here !== host && (context.req.header('origin') === origin || search === `?${externalSiteQuery}`);
}
