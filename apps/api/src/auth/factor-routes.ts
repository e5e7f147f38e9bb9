import { confirmCodeSchema, reauthenticateSchema } from '@threadline/schema/wire/account';
import { addPasskeySchema, renamePasskeySchema } from '@threadline/schema/wire/passkey';
import { Hono } from 'hono';
import type { Deps } from '../context.ts';
import { jsonBody, limitBody } from '../platform/http/json-body.ts';
import { maxAccountBytes } from './auth-routes.ts';
import { createPasskeys } from './passkeys.ts';
import { requireSession, type SignedIn } from './policy.ts';
import { createRecentAuth } from './recent-auth.ts';
import type { Sessions } from './sessions.ts';
import { createTotp } from './totp.ts';

/**
 * `/account/passkeys` and `/account/second-factor` of the signed-in user. Every change requires the password in the body: an
 * open session is not enough.
 */
export function factorRoutes(deps: Deps, sessions: Sessions) {
  const passkeys = createPasskeys(deps);
  const totp = createTotp(deps);
  const { checkPassword } = createRecentAuth(deps);
  const limited = limitBody(maxAccountBytes);
  const password = jsonBody(reauthenticateSchema);

  return new Hono<SignedIn>()
    .use('/passkeys/*', requireSession(sessions))
    .use('/second-factor/*', requireSession(sessions))
    .get('/passkeys', (context) =>
      context.json({ success: true as const, passkeys: passkeys.list(context.var.session.user._id) }),
    )
    .post('/passkeys/options', limited, password, async (context) => {
      await checkPassword(context.var.session, context.req.valid('json').currentPassword);
      return context.json({ success: true as const, options: await passkeys.createOptions(context.var.session) }, 201);
    })
    .post('/passkeys', limited, jsonBody(addPasskeySchema), async (context) => {
      const added = await passkeys.add(context.var.session, context.req.valid('json'));
      return context.json({ success: true as const, ...added }, 201);
    })
    .patch('/passkeys/:id', limited, jsonBody(renamePasskeySchema), (context) => {
      const { user } = context.var.session;
      const passkey = passkeys.rename(user._id, context.req.param('id'), context.req.valid('json').name);
      return context.json({ success: true as const, passkey });
    })
    .delete('/passkeys/:id', limited, password, async (context) => {
      await checkPassword(context.var.session, context.req.valid('json').currentPassword);
      passkeys.remove(context.var.session, context.req.param('id'));
      return context.json({ success: true as const, message: 'The passkey was removed.' });
    })
    .get('/second-factor', (context) =>
      context.json({ success: true as const, ...totp.getState(context.var.session.user._id) }),
    )
    .post('/second-factor', limited, password, async (context) => {
      await checkPassword(context.var.session, context.req.valid('json').currentPassword);
      return context.json({ success: true as const, ...totp.begin(context.var.session) }, 201);
    })
    .post('/second-factor/confirm', limited, jsonBody(confirmCodeSchema), (context) => {
      const recoveryCodes = totp.confirm(context.var.session, context.req.valid('json').code);
      return context.json({ success: true as const, recoveryCodes });
    })
    .post('/second-factor/recovery-codes', limited, password, async (context) => {
      await checkPassword(context.var.session, context.req.valid('json').currentPassword);
      return context.json({ success: true as const, recoveryCodes: totp.renewRecoveryCodes(context.var.session) });
    })
    .delete('/second-factor', limited, password, async (context) => {
      await checkPassword(context.var.session, context.req.valid('json').currentPassword);
      totp.turnOff(context.var.session);
      return context.json({ success: true as const, message: 'The authenticator app is off.' });
    });
}
