import { passkeyLoginSchema } from '@threadline/schema/passkey';
import type { SignedInReply } from '@threadline/schema/session';
import { loginSchema } from '@threadline/schema/user';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { Deps } from '../context.ts';
import { jsonBody, limitBody } from '../platform/http/json-body.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { networkOf } from '../platform/http/rate-limit.ts';
import { createLogin, triesOfNetwork } from './login.ts';
import { createPasskeyCookie } from './passkey-cookie.ts';
import { createPasskeyLogin } from './passkey-login.ts';
import { createRefreshCookie } from './refresh-cookie.ts';
import { bearerToken, requireSession, type SignedIn } from './require-session.ts';
import type { Grant, Sessions } from './sessions.ts';

export const maxAccountBytes = 16 * 1024;

/** `/auth`: sign in with a password or a passkey, refresh, sign out, who am I. */
export function authRoutes(deps: Deps, sessions: Sessions) {
  const login = createLogin(deps, sessions);
  const passkeyLogin = createPasskeyLogin(deps, sessions);
  const cookie = createRefreshCookie(deps);
  const passkeyCookie = createPasskeyCookie(deps.config);

  function signedIn(context: Context, { token, user, refreshToken, expiresAt }: Grant): SignedInReply {
    cookie.write(context, refreshToken, expiresAt);
    return { token, user };
  }

  const originOf = (context: Context) => ({
    network: networkOf(context, deps.config.http),
    userAgent: context.req.header('user-agent'),
  });

  const tries = triesOfNetwork(deps);
  /** Before the body is read: a try whose input is refused counts too. */
  const countTry: MiddlewareHandler = async (context, next) => {
    await tries.take(originOf(context).network);
    await next();
  };

  return new Hono<SignedIn>()
    .post('/login', countTry, limitBody(maxAccountBytes), jsonBody(loginSchema), async (context) => {
      const grant = await login({ ...context.req.valid('json'), ...originOf(context) });
      const message = `Welcome, ${grant.user.name}.`;
      return context.json({ success: true as const, ...signedIn(context, grant), message });
    })
    .post('/passkey/options', limitBody(maxAccountBytes), async (context) => {
      const options = await passkeyLogin.ask(originOf(context).network, passkeyCookie.createChallenge(context));
      return context.json({ success: true as const, options });
    })
    .post('/passkey', countTry, limitBody(maxAccountBytes), jsonBody(passkeyLoginSchema), async (context) => {
      const from = { ...originOf(context), challenge: passkeyCookie.readChallenge(context) };
      const grant = await passkeyLogin.signIn(context.req.valid('json').passkey, from);
      const message = `Welcome, ${grant.user.name}.`;
      return context.json({ success: true as const, ...signedIn(context, grant), message });
    })
    .post('/refresh', limitBody(maxAccountBytes), async (context) => {
      cookie.refuseForeignPage(context);
      const grant = await sessions.refresh(cookie.read(context) ?? '');
      if (!grant) {
        cookie.clear(context);
        throw new ProblemError('unauthenticated', { detail: 'Your session has ended. Please sign in again.' });
      }
      return context.json({ success: true as const, ...signedIn(context, grant) });
    })
    .post('/logout', limitBody(maxAccountBytes), async (context) => {
      const accessToken = bearerToken(context.req.header('authorization'));
      await sessions.end({ accessToken, refreshToken: cookie.read(context) });
      cookie.clear(context);
      // Also empties the pages that Back would bring up again. Not "storage": it would delete unsaved drafts and saves that
      // wait for the network; the admin removes the token itself. Not "cookies": the only one is cleared above, and this
      // would reach other services under the same domain.
      context.header('clear-site-data', '"cache"');
      return context.json({ success: true as const, message: 'You are signed out.' });
    })
    .get('/me', requireSession(sessions), (context) =>
      context.json({ success: true as const, user: context.var.session.user }),
    );
}
