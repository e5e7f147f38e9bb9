import { type SessionOptions, setupSchema } from '@threadline/schema/session';
import { Hono } from 'hono';
import { maxAccountBytes } from '../auth/auth-routes.ts';
import { shortestPassword } from '../auth/password.ts';
import { createRefreshCookie } from '../auth/refresh-cookie.ts';
import { relyingParty } from '../auth/relying-party.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Deps } from '../context.ts';
import { jsonBody, limitBody } from '../platform/http/json-body.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { limitNetwork } from '../platform/http/rate-limit.ts';
import { demoAccount } from './first-user.ts';
import { createSetup } from './setup.ts';

const triesPerNetwork = { name: 'setup', tries: 30, seconds: 15 * 60 };

/** `/session-options`: what the login page shows. `/setup`: the first account, by the one-time link. */
export function setupRoutes(deps: Deps, sessions: Sessions) {
  const setup = createSetup(deps);
  const cookie = createRefreshCookie(deps);
  const limited = limitBody(maxAccountBytes);
  const { isPossible, origin } = relyingParty(deps.config);
  const options: Omit<SessionOptions, 'hasAccounts'> = {
    demo: deps.config.demo ? demoAccount : null,
    minPasswordLength: shortestPassword(deps.config),
    needsSecondFactor: deps.config.strict,
    passkeyOrigin: isPossible ? origin : null,
    sendsMail: deps.config.mail.smtpUrl !== undefined,
  };

  return new Hono()
    .get('/session-options', (context) => {
      const known: SessionOptions = { ...options, hasAccounts: setup.hasUsers() };
      return context.json({ success: true as const, ...known });
    })
    .get('/setup/:token', (context) => {
      if (setup.isOpen(context.req.param('token'))) return context.json({ success: true as const });
      throw new ProblemError('not-found', { detail: 'This set-up link is wrong or was used already.' });
    })
    .post('/setup', limitNetwork(deps, triesPerNetwork), limited, jsonBody(setupSchema), async (context) => {
      const account = await setup.finish(context.req.valid('json'));
      const grant = await sessions.begin(account, context.req.header('user-agent'));
      if (!grant) throw new ProblemError('unauthenticated');
      const { token, user, refreshToken, expiresAt } = grant;
      cookie.write(context, refreshToken, expiresAt);
      return context.json({ success: true as const, token, user, message: 'Your account was created.' }, 201);
    });
}
