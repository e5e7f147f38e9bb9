import { confirmCodeSchema, reauthenticateSchema } from '@threadline/schema/account';
import { Hono } from 'hono';
import type { Deps } from '../context.ts';
import { jsonBody, limitBody } from '../platform/http/json-body.ts';
import { maxAccountBytes } from './auth-routes.ts';
import { createReauthentication } from './recent-auth.ts';
import { requireSession, type SignedIn } from './require-session.ts';
import { createSecondFactor } from './second-factor.ts';
import type { Sessions } from './sessions.ts';

/** `/account/second-factor`: the own one. Every change asks for the password, as a session left open is not enough. */
export function secondFactorRoutes(deps: Deps, sessions: Sessions) {
  const factor = createSecondFactor(deps);
  const reauthenticate = createReauthentication(deps);
  const limited = limitBody(maxAccountBytes);
  const withPassword = jsonBody(reauthenticateSchema);

  return new Hono<SignedIn>()
    .use(requireSession(sessions))
    .get('/', (context) => context.json({ success: true as const, ...factor.state(context.var.session.user._id) }))
    .post('/', limited, withPassword, async (context) => {
      await reauthenticate.check(context.var.session, context.req.valid('json').currentPassword);
      return context.json({ success: true as const, ...factor.begin(context.var.session) }, 201);
    })
    .post('/confirm', limited, jsonBody(confirmCodeSchema), (context) => {
      const recoveryCodes = factor.confirm(context.var.session, context.req.valid('json').code);
      return context.json({ success: true as const, recoveryCodes });
    })
    .post('/recovery-codes', limited, withPassword, async (context) => {
      await reauthenticate.check(context.var.session, context.req.valid('json').currentPassword);
      return context.json({ success: true as const, recoveryCodes: factor.renewCodes(context.var.session) });
    })
    .delete('/', limited, withPassword, async (context) => {
      await reauthenticate.check(context.var.session, context.req.valid('json').currentPassword);
      factor.turnOff(context.var.session);
      return context.json({ success: true as const, message: 'The authenticator app is off.' });
    });
}
