import { site } from '@threadline/schema/content/sections/site';
import { type SessionOptions, setupSchema } from '@threadline/schema/wire/account';
import { Hono } from 'hono';
import { maxAccountBytes } from '../auth/auth-routes.ts';
import { createRefreshCookie } from '../auth/cookies.ts';
import { getRelyingParty } from '../auth/passkey-challenges.ts';
import { getMinPasswordLength } from '../auth/passwords.ts';
import type { Sessions } from '../auth/sessions.ts';
import { createContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { jsonBody, limitBody } from '../platform/http/json-body.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { limitNetwork } from '../platform/http/rate-limit.ts';
import { isMailWorking } from '../platform/outbox/mail-outcome.ts';
import { createClosedError, createSetup, demoAccount } from './setup.ts';

const attemptsPerNetwork = { name: 'setup', tries: 30, seconds: 15 * 60 };

/** `/session-options`: settings of the login page. `/setup`: creates the first account with the one-time link. */
export function setupRoutes(deps: Deps, sessions: Sessions) {
  const setup = createSetup(deps);
  const queries = createContentQueries(deps.db);
  const cookie = createRefreshCookie(deps);
  const limited = limitBody(maxAccountBytes);
  const { siteUrl, appUrl } = deps.config;
  const { isSupported, origin } = getRelyingParty(deps.config);
  const options: Omit<SessionOptions, 'brand' | 'drawingColors' | 'hasAccounts' | 'sendsMail'> = {
    demo: deps.config.demo ? demoAccount : null,
    minPasswordLength: getMinPasswordLength(deps.config),
    needsSecondFactor: deps.config.strict,
    passkeyOrigin: isSupported ? origin : null,
    siteUrl: siteUrl === appUrl ? null : siteUrl,
  };

  return new Hono()
    .get('/session-options', (context) => {
      const brand = site.singles.brand.safeParse(queries.effectiveValue('site', 'brand')).data;
      const { primary = '', accent = '' } = brand?.colors ?? {};
      return context.json({
        success: true as const,
        ...options,
        brand: brand?.name ?? '',
        drawingColors: `${primary}-${accent}`.replaceAll('#', ''),
        sendsMail: isMailWorking(deps),
        hasAccounts: setup.hasUsers(),
      });
    })
    .get('/setup/:token', (context) => {
      if (!setup.isOpen(context.req.param('token'))) throw createClosedError();
      return context.json({ success: true as const });
    })
    .post('/setup', limitNetwork(deps, attemptsPerNetwork), limited, jsonBody(setupSchema), async (context) => {
      const account = await setup.finish(context.req.valid('json'));
      const grant = await sessions.begin(account, context.req.header('user-agent'));
      if (!grant) throw new ProblemError('unauthenticated');
      const signedIn = cookie.write(context, grant);
      return context.json({ success: true as const, ...signedIn, message: 'Your account was created.' }, 201);
    });
}
