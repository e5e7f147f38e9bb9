import { createUserSchema, updateUserSchema } from '@threadline/schema/user';
import { Hono } from 'hono';
import { createSessionList } from '../account/session-list.ts';
import { maxAccountBytes } from '../auth/routes.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Deps } from '../deps.ts';
import { requireSession, type SignedIn } from '../http/authenticate.ts';
import { jsonBody, limitBody } from '../http/json-body.ts';
import { createUserService } from './service.ts';

/** `/auth/users` and `/auth/create-admin` (Spec §7). */
export function usersRoutes(deps: Deps, sessions: Sessions) {
  const users = createUserService(deps);
  const list = createSessionList(deps);
  const signedIn = requireSession(sessions);
  const limited = limitBody(maxAccountBytes);

  return new Hono<SignedIn>()
    .get('/users', signedIn, (context) => context.json({ success: true as const, users: users.list() }))
    .post('/create-admin', signedIn, limited, jsonBody(createUserSchema), async (context) => {
      const user = await users.create(context.req.valid('json'), context.var.session);
      return context.json({ success: true as const, user }, 201);
    })
    .put('/users/:id', signedIn, limited, jsonBody(updateUserSchema), async (context) => {
      const user = await users.update(context.req.param('id'), context.req.valid('json'), context.var.session);
      return context.json({ success: true as const, user });
    })
    .get('/users/:id/sessions', signedIn, (context) => {
      const { id, user } = context.var.session;
      const of = users.underCareOf(context.req.param('id'), user);
      return context.json({ success: true as const, sessions: list.of(of._id, id) });
    })
    .delete('/users/:id/sessions', signedIn, limited, (context) => {
      const { id, user } = context.var.session;
      const of = users.underCareOf(context.req.param('id'), user);
      const ended = list.end(of, { except: id }, { id: user._id, name: user.name });
      return context.json({ success: true as const, ended });
    })
    .delete('/users/:id', signedIn, limited, (context) => {
      users.remove(context.req.param('id'), context.var.session);
      return context.json({ success: true as const, message: 'The user was removed.' });
    });
}
