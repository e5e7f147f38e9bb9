import { createHash, randomBytes } from 'node:crypto';
import type { SignedInReply } from '@threadline/schema/wire/account';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Config } from '../config.ts';
import type { Deps } from '../context.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { challengeMs } from './passkey-challenges.ts';
import type { Grant } from './sessions.ts';

/** `__Host-` makes browsers refuse the cookie from a sub-domain or without TLS; it requires Secure. */
function getCookieOptions({ appUrl }: Pick<Config, 'appUrl'>, plainName: string) {
  const secure = appUrl.startsWith('https:');
  return {
    name: secure ? `__Host-${plainName}` : plainName,
    attributes: { path: '/', httpOnly: true, sameSite: 'Strict', secure } as const,
  };
}

/** Stores the refresh token in the browser: unreadable for scripts, sent to this site only. */
export function createRefreshCookie({ config, now }: Pick<Deps, 'config' | 'now'>) {
  const { name, attributes } = getCookieOptions(config, 'rt');

  return {
    read: (context: Context) => getCookie(context, name),

    /** Writes the cookie. Returns the part of a grant that goes into the body of the reply. */
    write(context: Context, { token, user, refreshToken, expiresAt }: Grant): SignedInReply {
      const maxAge = Math.max(0, Math.floor((expiresAt.getTime() - now().getTime()) / 1000));
      setCookie(context, name, refreshToken, { ...attributes, maxAge });
      return { token, user };
    },

    clear: (context: Context) => deleteCookie(context, name, attributes),

    /**
     * Refuses cross-site requests to the one call that works by cookie alone. A foreign page can neither set the
     * `X-Requested-With` header without a preflight nor hide its origin.
     *
     * @throws ProblemError 403
     */
    assertSameSite(context: Context): void {
      const isOwn = isFromOwnPage(context, [config.appUrl]);
      if (isOwn && context.req.header('x-requested-with') === 'threadline') return;
      throw new ProblemError('forbidden', { detail: 'This call is only for pages of this site.' });
    },
  };
}

/** Returns whether a page at one of these addresses, or at the requested host, has sent a request, as far as its client says. */
export function isFromOwnPage(context: Context, addresses: readonly string[]): boolean {
  const origin = context.req.header('origin');
  const own = [...addresses, `http://${context.req.header('host')}`];
  const isOwn = origin === undefined || own.some((url) => hasSameHost(origin, url));
  // Browsers set this themselves, also on requests without an Origin; other clients do not send it.
  return isOwn && context.req.header('sec-fetch-site') !== 'cross-site';
}

/** Compares host and port only: behind a proxy that terminates TLS, the request itself is plain HTTP. */
function hasSameHost(origin: string, url: string): boolean {
  const host = URL.parse(origin)?.host;
  return host !== undefined && host === URL.parse(url)?.host;
}

/**
 * Binds a WebAuthn challenge to the browser that requested it: the cookie holds a secret and the challenge is its SHA-256.
 * An assertion counts only together with the cookie, so a stolen assertion is useless elsewhere.
 */
export function createChallengeCookie(config: Pick<Config, 'appUrl'>) {
  const { name, attributes } = getCookieOptions(config, 'passkey');
  const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url');

  return {
    /** Sets a new secret. Returns its challenge in base64url. */
    create(context: Context): string {
      const secret = randomBytes(32).toString('base64url');
      setCookie(context, name, secret, { ...attributes, maxAge: challengeMs / 1000 });
      return hashSecret(secret);
    },

    /** Returns the last challenge of this browser; undefined if it has none. */
    read(context: Context): string | undefined {
      const secret = getCookie(context, name);
      return secret === undefined ? undefined : hashSecret(secret);
    },
  };
}
