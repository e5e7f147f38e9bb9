import { changeEmailSchema, changeNameSchema, changePasswordSchema } from '@threadline/schema/wire/account';
import { Hono } from 'hono';
import { maxAccountBytes } from '../auth/auth-routes.ts';
import { requireSession, type SignedIn } from '../auth/policy.ts';
import { createRecentAuth } from '../auth/recent-auth.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Deps } from '../context.ts';
import { jsonBody, limitBody } from '../platform/http/json-body.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { createSessionList } from './session-list.ts';
import { createUserService } from './users.ts';

/** `/account`: sessions, name, password and email of the signed-in user, whatever the role. */
export function accountRoutes(deps: Deps, sessions: Sessions) {
  const users = createUserService(deps);
  const sessionList = createSessionList(deps);
  const { checkPassword } = createRecentAuth(deps);
  const limited = limitBody(maxAccountBytes);

  return new Hono<SignedIn>()
    .use(requireSession(sessions))
    .get('/sessions', (context) => {
      const { id, user } = context.var.session;
      return context.json({ success: true as const, sessions: sessionList.list(user._id, id) });
    })
    .delete('/sessions', limited, (context) => {
      const { id, user } = context.var.session;
      const ended = sessionList.end(user, { except: id }, context.var.actor);
      return context.json({ success: true as const, ended });
    })
    .delete('/sessions/:id', limited, (context) => {
      const ended = sessionList.end(context.var.session.user, { id: context.req.param('id') }, context.var.actor);
      if (ended === 0) throw new ProblemError('not-found', { detail: 'This browser is already signed out.' });
      return context.json({ success: true as const, ended });
    })
    .put('/name', limited, jsonBody(changeNameSchema), async (context) => {
      const { session } = context.var;
      const { name } = context.req.valid('json');
      const user = await users.update(session.user._id, { name, email: session.user.email }, session);
      return context.json({ success: true as const, user, message: 'Your name was changed.' });
    })
    .put('/password', limited, jsonBody(changePasswordSchema), async (context) => {
      const { session } = context.var;
      const { currentPassword, password } = context.req.valid('json');
      const { _id, name, email } = session.user;
      await checkPassword(session, currentPassword);
      const user = await users.update(_id, { name, email, password }, session);
      return context.json({ success: true as const, user, message: 'Your password was changed.' });
    })
    .put('/email', limited, jsonBody(changeEmailSchema), async (context) => {
      const { session } = context.var;
      const { currentPassword, email } = context.req.valid('json');
      await checkPassword(session, currentPassword);
      const user = await users.update(session.user._id, { name: session.user.name, email }, session);
      return context.json({ success: true as const, user, message: 'Your email was changed.' });
    });
}
