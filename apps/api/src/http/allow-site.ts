import type { Context, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { Config } from '../config.ts';

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

/** Where a path of the site is for the sender of a form: beside this call, unless the site is published elsewhere. */
export function siteAddressFor(context: Context, { siteUrl }: SiteAddress, path: string): string {
  const { origin } = new URL(siteUrl);
  const isElsewhere = context.req.header('origin') === origin && new URL(context.req.url).origin !== origin;
  return isElsewhere ? siteUrl + path : path;
}
