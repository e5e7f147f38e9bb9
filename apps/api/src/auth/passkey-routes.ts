import { reauthenticateSchema } from '@threadline/schema/account';
import { addPasskeySchema, renamePasskeySchema } from '@threadline/schema/passkey';
import { Hono } from 'hono';
import type { Deps } from '../context.ts';
import { jsonBody, limitBody } from '../platform/http/json-body.ts';
import { maxAccountBytes } from './auth-routes.ts';
import { createPasskeys } from './passkeys.ts';
import { createReauthentication } from './recent-auth.ts';
import { requireSession, type SignedIn } from './require-session.ts';
import type { Sessions } from './sessions.ts';

/** `/account/passkeys`: the own ones. To add or remove one asks for the password, as a session left open is not enough. */
export function passkeyRoutes(deps: Deps, sessions: Sessions) {
  const passkeys = createPasskeys(deps);
  const reauthenticate = createReauthentication(deps);
  const limited = limitBody(maxAccountBytes);
  const withPassword = jsonBody(reauthenticateSchema);

  return new Hono<SignedIn>()
    .use(requireSession(sessions))
    .get('/', (context) =>
      context.json({ success: true as const, passkeys: passkeys.list(context.var.session.user._id) }),
    )
    .post('/options', limited, withPassword, async (context) => {
      await reauthenticate.check(context.var.session, context.req.valid('json').currentPassword);
      return context.json({ success: true as const, options: await passkeys.begin(context.var.session) }, 201);
    })
    .post('/', limited, jsonBody(addPasskeySchema), async (context) => {
      const added = await passkeys.add(context.var.session, context.req.valid('json'));
      return context.json({ success: true as const, ...added }, 201);
    })
    .patch('/:id', limited, jsonBody(renamePasskeySchema), (context) => {
      const { user } = context.var.session;
      const passkey = passkeys.rename(user._id, context.req.param('id'), context.req.valid('json').name);
      return context.json({ success: true as const, passkey });
    })
    .delete('/:id', limited, withPassword, async (context) => {
      await reauthenticate.check(context.var.session, context.req.valid('json').currentPassword);
      passkeys.remove(context.var.session, context.req.param('id'));
      return context.json({ success: true as const, message: 'The passkey was removed.' });
    });
}
