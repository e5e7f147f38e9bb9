import type { Context, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { Config } from '../../config.ts';

type SiteAddress = Pick<Config, 'siteUrl'>;

/**
 * Lets the pages of the site call from the address where they are published, which a static host may give them. Nobody
 * else's pages may, and none of them with a session: no cookie is accepted.
 */
export function allowSite({ siteUrl }: SiteAddress): MiddlewareHandler {
  return cors({
    origin: new URL(siteUrl).origin,
    allowMethods: ['POST'],
    allowHeaders: ['content-type', 'idempotency-key'],
    maxAge: 86_400,
  });
}

/** On forms that this server shows to somebody who came from the site, where that is published elsewhere. */
export const fromSite = 'from=site';

/** Whether a posted form comes from the site where that is published at another address: then its pages are not here. */
export function comesFromElsewhere(context: Context, { siteUrl }: SiteAddress): boolean {
  const { origin, host } = new URL(siteUrl);
  const { search, host: here } = new URL(context.req.url);
  return here !== host && (context.req.header('origin') === origin || search === `?${fromSite}`);
}
