import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Deps } from '../context.ts';
import { ProblemError } from '../platform/http/problem-error.ts';

/** Where the browser keeps the refresh token: out of reach of scripts, sent to this site only. */
export function createRefreshCookie({ config, now }: Pick<Deps, 'config' | 'now'>) {
  const secure = config.siteUrl.startsWith('https:');
  // `__Host-` makes the browser refuse the cookie from a sub-domain or without TLS; it needs Secure.
  const name = secure ? '__Host-rt' : 'rt';
  const attributes = { path: '/', httpOnly: true, sameSite: 'Strict', secure } as const;

  return {
    read: (context: Context) => getCookie(context, name),
    write(context: Context, value: string, expiresAt: Date): void {
      const maxAge = Math.max(0, Math.floor((expiresAt.getTime() - now().getTime()) / 1000));
      setCookie(context, name, value, { ...attributes, maxAge });
    },
    clear: (context: Context) => deleteCookie(context, name, attributes),

    /**
     * The one call that works by cookie alone must come from our own pages: a foreign page can neither set this header
     * without asking nor hide its origin.
     *
     * @throws ProblemError 403
     */
    refuseForeignPage(context: Context): void {
      const origin = context.req.header('origin');
      const isOurs =
        origin === undefined || isSameSite(origin, [config.siteUrl, `http://${context.req.header('host')}`]);
      // Browsers set this themselves, also on requests without an Origin; programs that are no browsers do not send it.
      const isCrossSite = context.req.header('sec-fetch-site') === 'cross-site';
      if (isOurs && !isCrossSite && context.req.header('x-requested-with') === 'threadline') return;
      throw new ProblemError('forbidden', { detail: 'This call is only for pages of this site.' });
    },
  };
}

/** Compared by host and port: behind a proxy that ends TLS the request itself is plain. */
function isSameSite(origin: string, ours: readonly string[]): boolean {
  const host = URL.parse(origin)?.host;
  return host !== undefined && ours.some((url) => URL.parse(url)?.host === host);
}
