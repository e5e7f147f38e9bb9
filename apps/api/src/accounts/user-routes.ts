import {
  changeStatusSchema,
  createUserSchema,
  type UpdateUser,
  type User,
  updateUserSchema,
} from '@threadline/schema/user';
import { Hono } from 'hono';
import { maxAccountBytes } from '../auth/auth-routes.ts';
import { createReauthentication } from '../auth/recent-auth.ts';
import { requireSession, type SignedIn } from '../auth/require-session.ts';
import { createSecondFactor } from '../auth/second-factor.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Deps } from '../context.ts';
import { jsonBody, limitBody } from '../platform/http/json-body.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { createSessionList } from './session-list.ts';
import { createUserService } from './users.ts';

/** `/auth/users` and `/auth/create-admin` (Spec §7). */
export function usersRoutes(deps: Deps, sessions: Sessions) {
  const users = createUserService(deps);
  const list = createSessionList(deps);
  const secondFactor = createSecondFactor(deps);
  const reauthenticate = createReauthentication(deps);
  const { confirmed } = reauthenticate;
  const signedIn = requireSession(sessions);
  const limited = limitBody(maxAccountBytes);

  return new Hono<SignedIn>()
    .get('/users', signedIn, (context) => context.json({ success: true as const, users: users.list() }))
    .post('/create-admin', signedIn, limited, jsonBody(createUserSchema), confirmed, async (context) => {
      const user = await users.create(context.req.valid('json'), context.var.session);
      return context.json({ success: true as const, user }, 201);
    })
    .put('/users/:id', signedIn, limited, jsonBody(updateUserSchema), async (context) => {
      const { session } = context.var;
      const { currentPassword, ...changes } = context.req.valid('json');
      const isOwn = context.req.param('id') === session.user._id;
      if (isOwn && (changes.password || changes.email !== session.user.email)) {
        await reauthenticate.unlessFresh(session, currentPassword);
      } else if (changesAccess(users.find(context.req.param('id')), changes)) {
        await reauthenticate.refuseUnconfirmed(context);
      }
      const user = await users.update(context.req.param('id'), changes, session);
      return context.json({ success: true as const, user });
    })
    .put('/users/:id/status', signedIn, limited, jsonBody(changeStatusSchema), confirmed, (context) => {
      const user = users.setStatus(context.req.param('id'), context.req.valid('json').status, context.var.session);
      return context.json({ success: true as const, user });
    })
    .delete('/users/:id/second-factor', signedIn, limited, confirmed, (context) => {
      const id = context.req.param('id');
      if (id === context.var.session.user._id) {
        throw new ProblemError('forbidden', { detail: 'Turn off your own second factor under Your account.' });
      }
      secondFactor.removeAll(id, context.var.session);
      return context.json({ success: true as const, user: users.find(id) });
    })
    .get('/users/:id/sessions', signedIn, (context) => {
      const of = users.find(context.req.param('id'));
      return context.json({ success: true as const, sessions: list.of(of._id, context.var.session.id) });
    })
    .delete('/users/:id/sessions', signedIn, limited, confirmed, (context) => {
      const { id, user } = context.var.session;
      const of = users.find(context.req.param('id'));
      const ended = list.end(of, { except: id }, { id: user._id, name: user.name });
      return context.json({ success: true as const, ended });
    })
    .get('/users/trash', signedIn, (context) => context.json({ success: true as const, users: users.listRemoved() }))
    .post('/users/:id/restore', signedIn, limited, confirmed, (context) => {
      const user = users.restore(context.req.param('id'), context.var.session);
      return context.json({ success: true as const, user });
    })
    .delete('/users/:id', signedIn, limited, confirmed, (context) => {
      users.remove(context.req.param('id'), context.var.session);
      return context.json({ success: true as const, message: 'The user was removed.' });
    });
}

/** With any of these an account can be taken over, or the owner of a session be shut out of what they may do. */
function changesAccess(user: User, { password, email, role }: UpdateUser): boolean {
  return Boolean(password) || email !== user.email || (role !== undefined && role !== user.role);
}
