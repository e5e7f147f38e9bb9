import { randomUUID } from 'node:crypto';
import type { Role, User } from '@threadline/schema/wire/user';
import { accountRoutes } from '../src/accounts/own-account-routes.ts';
import { setupRoutes } from '../src/accounts/setup-routes.ts';
import { linkRoutes, usersRoutes } from '../src/accounts/user-routes.ts';
import { createUserService } from '../src/accounts/users.ts';
import { authRoutes } from '../src/auth/auth-routes.ts';
import { factorRoutes } from '../src/auth/factor-routes.ts';
import { hashPassword } from '../src/auth/passwords.ts';
import { createSessions } from '../src/auth/sessions.ts';
import { toUser } from '../src/auth/user-record.ts';
import { users as usersTable } from '../src/platform/db/schema/core.ts';
import { createJobQueue } from '../src/platform/jobs/job-queue.ts';
import { createOutbox } from '../src/platform/outbox/outbox.ts';
import { createTestDeps } from './create-test-deps.ts';
import { createTestApp, send } from './test-app.ts';

export const password = 'mango-tree-42';
/** Hashing is slow by design, so the fixtures share one hash. */
let hashed: Promise<string> | undefined;

/** Creates the API's account routes on a new database. */
export function createAccountFixture(env: Record<string, string> = {}) {
  const deps = createTestDeps(env);
  const sessions = createSessions(deps);
  const users = createUserService(deps);
  const outbox = createOutbox(deps, createJobQueue(deps), {});
  const app = createTestApp(deps, [
    ['/api/auth', authRoutes(deps, sessions)],
    ['/api/auth', usersRoutes(deps, sessions)],
    ['/auth', authRoutes(deps, sessions)],
    ['/auth', usersRoutes(deps, sessions)],
    ['/api/auth', linkRoutes(deps, { sessions, outbox })],
    ['/auth', linkRoutes(deps, { sessions, outbox })],
    ['/api', setupRoutes(deps, sessions)],
    ['/api/account', factorRoutes(deps, sessions)],
    ['/api/account', accountRoutes(deps, sessions)],
  ]);

  return {
    deps,
    app,
    sessions,
    users,

    async addUser(name: string, role: Role = 'admin'): Promise<User> {
      const email = `${name.toLowerCase()}@example.org`;
      const createdAt = deps.now().toISOString();
      hashed ??= hashPassword(password);
      const values = { id: randomUUID(), name, email, emailKey: email, role, createdAt, passwordHash: await hashed };
      return toUser(
        deps.db
          .insert(usersTable)
          .values({ ...values, sessionVersion: 1 })
          .returning()
          .get(),
      );
    },

    /** Signs in without the rate limits of the login. @returns the response of the login */
    async signIn(user: User) {
      const row = deps.db.$client
        .prepare<[string], { sessionVersion: number }>(
          'select session_version as sessionVersion from users where id = ?',
        )
        .get(user._id);
      const grant = await sessions.begin({ id: user._id, sessionVersion: row?.sessionVersion ?? 0 }, 'test');
      if (!grant) throw new Error('This user cannot sign in.');
      return grant;
    },

    login: (email: string, given = password, address?: string) =>
      send(app, '/api/auth/login', { body: { email, password: given }, address }),

    refresh: (refreshToken: string | undefined, headers: Record<string, string> = {}) =>
      send(app, '/api/auth/refresh', {
        method: 'POST',
        headers: {
          'x-requested-with': 'threadline',
          ...(refreshToken !== undefined && { cookie: `rt=${refreshToken}` }),
          ...headers,
        },
      }),
  };
}

/** Creates the same with a signed-in super admin. */
export async function createSignedInFixture() {
  const fixture = createAccountFixture();
  const user = await fixture.addUser('Editor', 'super_admin');
  const grant = await fixture.signIn(user);
  const me = (token = grant.token) => send(fixture.app, '/api/auth/me', { token });
  return { ...fixture, user, grant, me };
}

/** Returns the refresh token in a response's Set-Cookie; empty if the cookie is cleared. */
export function readCookie(headers: Headers): { name: string; value: string; attributes: string } | undefined {
  const match = /^([^=]+)=([^;]*);\s*(.*)$/.exec(headers.get('set-cookie') ?? '');
  return match ? { name: match[1] ?? '', value: match[2] ?? '', attributes: match[3] ?? '' } : undefined;
}
