import { acceptLinkSchema, checkLinkSchema, forgotPasswordSchema } from '@threadline/schema/wire/account';
import {
  changeStatusSchema,
  createUserSchema,
  inviteSchema,
  type UpdateUser,
  type User,
  updateUserSchema,
} from '@threadline/schema/wire/user';
import { Hono } from 'hono';
import { maxAccountBytes } from '../auth/auth-routes.ts';
import { requireSession, type SignedIn } from '../auth/policy.ts';
import { createRecentAuth } from '../auth/recent-auth.ts';
import type { Sessions } from '../auth/sessions.ts';
import { createTotp } from '../auth/totp.ts';
import { toEmailKey } from '../auth/user-record.ts';
import type { Deps } from '../context.ts';
import { runAfterReply } from '../platform/http/defer.ts';
import { jsonBody, limitBody } from '../platform/http/json-body.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { createRateLimit, limitNetwork } from '../platform/http/rate-limit.ts';
import type { Outbox } from '../platform/outbox/outbox.ts';
import { createAccountLinks } from './account-links.ts';
import { createSessionList } from './session-list.ts';
import { createUserService } from './users.ts';

/** `/auth/users` and `/auth/create-admin` (Spec §7). */
export function usersRoutes(deps: Deps, sessions: Sessions) {
  const users = createUserService(deps);
  const sessionList = createSessionList(deps);
  const totp = createTotp(deps);
  const { assertRecentAuth, checkPasswordUnlessRecent, requireRecentAuth } = createRecentAuth(deps);
  const signedIn = requireSession(sessions);
  const limited = limitBody(maxAccountBytes);

  return new Hono<SignedIn>()
    .get('/users', signedIn, (context) => context.json({ success: true as const, users: users.list() }))
    .post('/create-admin', signedIn, limited, jsonBody(createUserSchema), requireRecentAuth, async (context) => {
      const user = await users.create(context.req.valid('json'), context.var.session);
      return context.json({ success: true as const, user }, 201);
    })
    .put('/users/:id', signedIn, limited, jsonBody(updateUserSchema), async (context) => {
      const { session } = context.var;
      const id = context.req.param('id');
      const { currentPassword, ...changes } = context.req.valid('json');
      const isOwn = id === session.user._id;
      if (isOwn && (changes.password || changes.email !== session.user.email)) {
        await checkPasswordUnlessRecent(session, currentPassword);
      } else if (isAccessChanged(users.find(id), changes)) {
        await assertRecentAuth(context);
      }
      const user = await users.update(id, changes, session);
      return context.json({ success: true as const, user });
    })
    .put('/users/:id/status', signedIn, limited, jsonBody(changeStatusSchema), requireRecentAuth, (context) => {
      const user = users.setStatus(context.req.param('id'), context.req.valid('json').status, context.var.session);
      return context.json({ success: true as const, user });
    })
    .delete('/users/:id/second-factor', signedIn, limited, requireRecentAuth, (context) => {
      const id = context.req.param('id');
      if (id === context.var.session.user._id) {
        throw new ProblemError('forbidden', { detail: 'Turn off your own two-step verification under Your account.' });
      }
      totp.removeAll(id, context.var.session);
      return context.json({ success: true as const, user: users.find(id) });
    })
    .get('/users/:id/sessions', signedIn, (context) => {
      const { _id } = users.find(context.req.param('id'));
      return context.json({ success: true as const, sessions: sessionList.list(_id, context.var.session.id) });
    })
    .delete('/users/:id/sessions', signedIn, limited, requireRecentAuth, (context) => {
      const { actor, session } = context.var;
      const ended = sessionList.end(users.find(context.req.param('id')), { except: session.id }, actor);
      return context.json({ success: true as const, ended });
    })
    .get('/users/trash', signedIn, (context) => context.json({ success: true as const, users: users.listTrash() }))
    .post('/users/:id/restore', signedIn, limited, requireRecentAuth, (context) => {
      const user = users.restore(context.req.param('id'), context.var.session);
      return context.json({ success: true as const, user });
    })
    .delete('/users/:id', signedIn, limited, requireRecentAuth, (context) => {
      users.remove(context.req.param('id'), context.var.session);
      return context.json({ success: true as const, message: 'The user was deleted.' });
    });
}

/** Returns whether a change could take over an account or lock its owner out. */
function isAccessChanged(user: User, { password, email, role }: UpdateUser): boolean {
  return Boolean(password) || email !== user.email || (role !== undefined && role !== user.role);
}

/** Mails to one address, from all networks together. */
const resetsPerAddress = { name: 'forgot', tries: 3, seconds: 3600 };
const resetsPerNetwork = { name: 'forgot-network', tries: 10, seconds: 15 * 60 };
const checksPerNetwork = { name: 'account-link-check', tries: 60, seconds: 15 * 60 };
const acceptsPerNetwork = { name: 'account-link', tries: 30, seconds: 15 * 60 };

/** `/auth`: invitations, and links that set a password. */
export function linkRoutes(deps: Deps, { sessions, outbox }: { sessions: Sessions; outbox: Outbox }) {
  const links = createAccountLinks(deps, outbox);
  const perAddress = createRateLimit({ ...resetsPerAddress, db: deps.db });
  const { requireRecentAuth } = createRecentAuth(deps);
  const signedIn = requireSession(sessions);
  const limited = limitBody(maxAccountBytes);

  async function sendLink(email: string): Promise<void> {
    await perAddress.take(toEmailKey(email));
    links.requestReset(email);
  }

  return new Hono<SignedIn>()
    .post('/invitations', signedIn, limited, jsonBody(inviteSchema), requireRecentAuth, (context) => {
      const created = links.invite(context.req.valid('json'), context.var.session);
      return context.json({ success: true as const, ...created }, 201);
    })
    .post('/users/:id/link', signedIn, limited, requireRecentAuth, (context) => {
      const created = links.createFor(context.req.param('id'), context.var.session);
      return context.json({ success: true as const, ...created }, 201);
    })
    .post(
      '/forgot-password',
      limitNetwork(deps, resetsPerNetwork),
      limited,
      jsonBody(forgotPasswordSchema),
      (context) => {
        const { email } = context.req.valid('json');
        void runAfterReply(deps, 'a link to a new password could not be created', () => sendLink(email));
        const message = 'If there is an account with this email, we have sent it a link to choose a new password.';
        return context.json({ success: true as const, message });
      },
    )
    .post('/links/check', limitNetwork(deps, checksPerNetwork), limited, jsonBody(checkLinkSchema), (context) =>
      context.json({ success: true as const, ...links.check(context.req.valid('json').token) }),
    )
    .post(
      '/links/accept',
      limitNetwork(deps, acceptsPerNetwork),
      limited,
      jsonBody(acceptLinkSchema),
      async (context) => {
        const { email } = await links.accept(context.req.valid('json'));
        return context.json({ success: true as const, email, message: 'Your password is set. You can sign in.' });
      },
    );
}
