import { currentPasswordHeader } from '@threadline/schema/wire/current-password-header';
import { expect, test } from 'vitest';
import { createAccountFixture, password } from '../../test/account-fixture.ts';
import { footprint, send } from '../../test/test-app.ts';
import { createApp, createServices } from '../app.ts';
import { rules } from './policy.ts';

/** Creates a super admin who signed in more than five minutes ago, an editor, a deleted and a disabled user. */
async function createServer(env: Record<string, string> = {}) {
  const fixture = createAccountFixture(env);
  const app = createApp(fixture.deps, createServices(fixture.deps));
  const owner = await fixture.addUser('Owner', 'super_admin');
  const editor = await fixture.addUser('Editor');
  const [gone, disabled] = [await fixture.addUser('Gone'), await fixture.addUser('Disabled')];
  // Super admins can give up their role only while there is another one.
  await fixture.addUser('Second', 'super_admin');
  const { token } = await fixture.signIn(owner);
  await send(app, `/api/auth/users/${gone._id}`, { method: 'DELETE', token });
  await send(app, `/api/auth/users/${disabled._id}/status`, { method: 'PUT', token, body: { status: 'disabled' } });
  fixture.deps.clock.advance(5 * 60_000 + 1);
  const ids: Record<string, string> = { owner: owner._id, editor: editor._id, gone: gone._id, disabled: disabled._id };
  const call = ([method, path, body]: Guarded, headers: Record<string, string> = {}) =>
    send(
      app,
      path.replace(/:(\w+)/, (_, name) => ids[name] ?? ''),
      { method, token, body, headers },
    );
  return { ...fixture, app, call, users: { owner } };
}

const editor = { name: 'Editor', email: 'editor@example.org' };
const guarded = [
  ['POST', '/auth/create-admin', { name: 'New', email: 'new@example.org', password, role: 'super_admin' }],
  ['POST', '/api/auth/invitations', { name: 'New', email: 'new@example.org', role: 'super_admin' }],
  ['POST', '/api/auth/users/:editor/link', undefined],
  ['DELETE', '/api/auth/users/:editor/second-factor', undefined],
  ['POST', '/api/auth/users/:gone/restore', undefined],
  ['PUT', '/api/auth/users/:editor', { ...editor, password: 'another-one-9' }],
  ['PUT', '/api/auth/users/:editor', { ...editor, email: 'other@example.org' }],
  ['PUT', '/api/auth/users/:editor', { ...editor, role: 'super_admin' }],
  ['PUT', '/api/auth/users/:editor/status', { status: 'disabled' }],
  ['PUT', '/auth/users/:disabled/status', { status: 'active' }],
  ['DELETE', '/api/auth/users/:editor', undefined],
  ['DELETE', '/auth/users/:editor/sessions', undefined],
  ['POST', '/api/export', undefined],
  ['GET', '/api/enquiries/export.csv', undefined],
  ['GET', '/api/subscribers/export.csv', undefined],
  ['GET', '/api/audit/export.csv', undefined],
  ['POST', '/api/privacy/erase', { email: 'sender@example.org' }],
  ['PUT', '/api/auth/users/:owner', { name: 'Owner', email: 'owner@example.org', role: 'admin' }],
] as const;
type Guarded = readonly [method: string, path: string, body: unknown];

test.each(guarded)('%s %s needs more than a token that is five minutes old', async (...call) => {
  const server = await createServer();
  const before = footprint(server.deps);
  const refused = await server.call(call);
  expect([refused.status, refused.body.code]).toEqual([403, 'recent-auth-required']);
  for (const wrong of ['not-this-one', '%', 'x'.repeat(900)]) {
    const { status, body } = await server.call(call, { [currentPasswordHeader]: wrong });
    expect([status, body.errors]).toEqual([
      422,
      [{ pointer: '/currentPassword', detail: 'Your current password is wrong.' }],
    ]);
  }
  expect(footprint(server.deps)).toEqual(before);
  const { status } = await server.call(call, { [currentPasswordHeader]: encodeURIComponent(password) });
  expect([200, 201]).toContain(status);
});

test('the calls that require recent authentication include every write that the policy limits to managing users [E1]', () => {
  const tried = guarded.map(([method, path]) => `${method} ${path.replace(/^\/api/, '').replace(/:\w+/, ':id')}`);
  const others = [
    // These reveal and change nothing that their user may not see.
    ...['POST /backups', 'POST /backups/:id/verify', 'POST /backup-location/check', 'POST /mail-settings/test'],
    // `backup/routes.test.ts`, `backup/location.test.ts` and `mail/settings.test.ts` try these, which need more than a call.
    ...['POST /backups/:id/download', 'POST /backups/:id/restore', 'PUT /mail-settings', 'DELETE /mail-settings'],
    ...['PUT /backup-location', 'DELETE /backup-location'],
  ];
  const ofPeople = Object.entries(rules).filter(
    ([call, rule]) => ['people', 'super_admin'].includes(rule) && !call.startsWith('GET ') && !others.includes(call),
  );
  for (const [call] of ofPeople) expect(tried, call).toContain(call);
});

test('a password that was given again holds for five minutes, in its own session only', async () => {
  const { app, call, deps, signIn, users } = await createServer();
  const exportLog = ['GET', '/api/audit/export.csv', undefined] as const;
  const other = await signIn(users.owner);
  deps.clock.advance(1);
  expect((await call(exportLog, { [currentPasswordHeader]: encodeURIComponent(password) })).status).toBe(200);
  deps.clock.advance(5 * 60_000);
  expect((await call(exportLog)).status).toBe(200);
  expect((await send(app, exportLog[1], { token: other.token })).body.code).toBe('recent-auth-required');
  // A call without the password does not extend the time.
  deps.clock.advance(1);
  expect((await call(exportLog)).body.code).toBe('recent-auth-required');
});

test('a password that a later clock saw is asked for again', async () => {
  const { app, deps, refresh, signIn, users } = await createServer();
  const { refreshToken } = await signIn(users.owner);
  deps.clock.advance(-3_600_000);
  const { token } = (await refresh(refreshToken)).body;
  expect((await send(app, '/api/audit/export.csv', { token })).body.code).toBe('recent-auth-required');
});

test('changing the name of another user needs no password, nor does saving unchanged values', async () => {
  const { call } = await createServer();
  expect((await call(['PUT', '/api/auth/users/:editor', { ...editor, name: 'E' }])).status).toBe(200);
  const own = { name: 'O', email: 'owner@example.org', role: 'super_admin' };
  expect((await call(['PUT', '/api/auth/users/:owner', own])).status).toBe(200);
});

test('a preview link needs no password, however long it is valid', async () => {
  const { call } = await createServer();
  for (const hours of [1, 24, 168, 720])
    expect((await call(['POST', '/api/preview/links', { hours }])).status).toBe(201);
});
