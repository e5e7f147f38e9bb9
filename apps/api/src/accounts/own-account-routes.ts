import { changeEmailSchema, changePasswordSchema } from '@threadline/schema/account';
import { type Context, Hono } from 'hono';
import { maxAccountBytes } from '../auth/auth-routes.ts';
import { createReauthentication } from '../auth/recent-auth.ts';
import { requireSession, type SignedIn } from '../auth/require-session.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Deps } from '../context.ts';
import { jsonBody, limitBody } from '../platform/http/json-body.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { createSessionList } from './session-list.ts';
import { createUserService } from './users.ts';

/** `/account`: what everybody does with the own account, whatever the role. */
export function accountRoutes(deps: Deps, sessions: Sessions) {
  const users = createUserService(deps);
  const list = createSessionList(deps);
  const reauthenticate = createReauthentication(deps);
  const limited = limitBody(maxAccountBytes);

  return new Hono<SignedIn>()
    .use(requireSession(sessions))
    .get('/sessions', (context) => {
      const { id, user } = context.var.session;
      return context.json({ success: true as const, sessions: list.of(user._id, id) });
    })
    .delete('/sessions', limited, (context) => {
      const { id, user } = context.var.session;
      const ended = list.end(user, { except: id }, context.var.actor);
      return context.json({ success: true as const, ended });
    })
    .delete('/sessions/:id', limited, (context) => {
      const ended = list.end(context.var.session.user, { id: context.req.param('id') }, context.var.actor);
      if (ended === 0) throw new ProblemError('not-found', { detail: 'This session has ended already.' });
      return context.json({ success: true as const, ended });
    })
    .put('/password', limited, jsonBody(changePasswordSchema), async (context) => {
      const { session } = context.var;
      const { currentPassword, password } = context.req.valid('json');
      await reauthenticate.check(session, currentPassword);
      const user = await users.update(session.user._id, { ...nameAndEmail(context), password }, session);
      return context.json({ success: true as const, user, message: 'Your password was changed.' });
    })
    .put('/email', limited, jsonBody(changeEmailSchema), async (context) => {
      const { session } = context.var;
      const { currentPassword, email } = context.req.valid('json');
      await reauthenticate.check(session, currentPassword);
      const user = await users.update(session.user._id, { ...nameAndEmail(context), email }, session);
      return context.json({ success: true as const, user, message: 'Your email was changed.' });
    });
}

function nameAndEmail(context: Context<SignedIn>) {
  const { name, email } = context.var.session.user;
  return { name, email };
}
