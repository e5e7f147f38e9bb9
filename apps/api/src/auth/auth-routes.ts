import { passkeyLoginSchema } from '@threadline/schema/wire/passkey';
import { loginSchema } from '@threadline/schema/wire/user';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { Deps } from '../context.ts';
import { jsonBody, limitBody } from '../platform/http/json-body.ts';
import { getNetwork } from '../platform/http/network.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { createChallengeCookie, createRefreshCookie } from './cookies.ts';
import { createLogin } from './login.ts';
import { getBearerToken, requireSession, type SignedIn } from './policy.ts';
import type { Grant, Sessions } from './sessions.ts';

export const maxAccountBytes = 16 * 1024;

/** `/auth`: sign in with a password or a passkey, refresh, sign out, current user. */
export function authRoutes(deps: Deps, sessions: Sessions) {
  const login = createLogin(deps, sessions);
  const refreshCookie = createRefreshCookie(deps);
  const challengeCookie = createChallengeCookie(deps.config);
  const limited = limitBody(maxAccountBytes);

  const getOrigin = (context: Context) => ({
    network: getNetwork(context, deps.config.http),
    userAgent: context.req.header('user-agent'),
  });
  const countAttempt: MiddlewareHandler = async (context, next) => {
    await login.countAttempt(getOrigin(context).network);
    await next();
  };
  const createWelcome = (context: Context, grant: Grant) => ({
    success: true as const,
    ...refreshCookie.write(context, grant),
    message: `Welcome, ${grant.user.name}.`,
  });

  return new Hono<SignedIn>()
    .post('/login', countAttempt, limited, jsonBody(loginSchema), async (context) => {
      const grant = await login.withPassword({ ...context.req.valid('json'), ...getOrigin(context) });
      return context.json(createWelcome(context, grant));
    })
    .post('/passkey/options', limited, async (context) => {
      const challenge = challengeCookie.create(context);
      const options = await login.createPasskeyOptions(getOrigin(context).network, challenge);
      return context.json({ success: true as const, options });
    })
    .post('/passkey', countAttempt, limited, jsonBody(passkeyLoginSchema), async (context) => {
      const { passkey } = context.req.valid('json');
      const challenge = challengeCookie.read(context);
      const grant = await login.withPasskey({ passkey, challenge, ...getOrigin(context) });
      return context.json(createWelcome(context, grant));
    })
    .post('/refresh', limited, async (context) => {
      refreshCookie.assertSameSite(context);
      const grant = await sessions.refresh(refreshCookie.read(context) ?? '');
      if (!grant) {
        refreshCookie.clear(context);
        throw new ProblemError('unauthenticated', { detail: 'Your session has ended. Sign in again.' });
      }
      return context.json({ success: true as const, ...refreshCookie.write(context, grant) });
    })
    .post('/logout', limited, async (context) => {
      const accessToken = getBearerToken(context.req.header('authorization'));
      await sessions.end({ accessToken, refreshToken: refreshCookie.read(context) });
      refreshCookie.clear(context);
      // Clears pages that the Back button would show. Not "storage": it would delete unsaved drafts and the save queue; the
      // admin removes the token itself. Not "cookies": this would reach other services under the same domain.
      context.header('clear-site-data', '"cache"');
      return context.json({ success: true as const, message: 'You are signed out.' });
    })
    .get('/me', requireSession(sessions), (context) =>
      context.json({ success: true as const, user: context.var.session.user }),
    );
}
