import { expect, test } from 'vitest';
import { createTeam, newUser, userPath } from '../../test/team-fixture.ts';
import { footprint, send } from '../../test/test-app.ts';
import { auditLog, users } from '../platform/db/schema/core.ts';

test('the list holds everybody, without passwords [Z15]', async () => {
  const { app, tokens } = await createTeam();
  const reply = await send(app, '/api/auth/users?fields=passwordHash', { token: tokens.editor });
  expect(reply.body.users.map(({ name }: { name: string }) => name)).toEqual([
    'Owner',
    'Second',
    'Editor',
    'Colleague',
  ]);
  expect(Object.keys(reply.body.users[0]).sort()).toEqual([
    '_id',
    'createdAt',
    'email',
    'hasSecondFactor',
    'lastLogin',
    'name',
    'role',
    'status',
  ]);
});

test('a created user is in the list, can sign in and is in the audit log', async () => {
  const { app, deps, login, tokens } = await createTeam();
  const { role: _, ...withoutRole } = newUser;
  const reply = await send(app, '/auth/create-admin', { body: withoutRole, token: tokens.editor });
  expect(reply.status).toBe(201);
  expect(reply.body).toMatchObject({ success: true, user: { name: 'New', role: 'admin', lastLogin: null } });
  expect((await login('new@example.org')).status).toBe(200);
  const created = deps.db
    .select()
    .from(auditLog)
    .all()
    .find(({ action }) => action === 'user.created');
  expect(created).toMatchObject({ subject: 'new@example.org (admin)', byName: 'Editor' });
});

test('an edit without a password keeps it, and without a role keeps that', async () => {
  const { app, login, tokens, ids } = await createTeam();
  const body = { name: 'Editor the Second', email: 'e2@example.org', password: '' };
  const reply = await send(app, userPath(ids.editor), { method: 'PUT', body, token: tokens.owner });
  expect(reply.body.user).toMatchObject({ name: 'Editor the Second', email: 'e2@example.org', role: 'admin' });
  expect((await login('e2@example.org')).status).toBe(200);
});

test('the address may be written in other letters by its own user', async () => {
  const { app, tokens, ids } = await createTeam();
  const body = { name: 'Editor', email: 'EDITOR@example.org' };
  const reply = await send(app, userPath(ids.editor), { method: 'PUT', body, token: tokens.editor });
  expect(reply.body.user.email).toBe('EDITOR@example.org');
});

/** Calls that are refused: who calls, what, and the answer. */
test('the last super admin can be neither demoted nor deleted [Z11]', async () => {
  const { app, deps, tokens, ids, users: service } = await createTeam();
  await send(app, userPath(ids.second), { method: 'DELETE', token: tokens.owner });
  const before = footprint(deps);
  const demotion = { name: 'Owner', email: 'owner@example.org', role: 'admin' };
  const reply = await send(app, userPath(ids.owner), { method: 'PUT', body: demotion, token: tokens.owner });
  expect(reply.status).toBe(409);
  expect(reply.body.message).toContain('last super admin');
  expect(service.list().filter(({ role }) => role === 'super_admin')).toHaveLength(1);
  expect(footprint(deps)).toEqual(before);
});

test('of the last two super admins who delete each other at the same moment exactly one stays [Z11]', async () => {
  const { app, deps, ids, second, signIn, tokens } = await createTeam();
  const other = (await signIn(second)).token;
  const replies = await Promise.all([
    send(app, userPath(ids.second), { method: 'DELETE', token: tokens.owner }),
    send(app, userPath(ids.owner), { method: 'DELETE', token: other }),
  ]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
  const left = deps.db
    .select()
    .from(users)
    .all()
    .filter(({ role }) => role === 'super_admin');
  expect(left).toHaveLength(1);
});

test('of the last two super admins who demote each other at the same moment exactly one stays [Z11]', async () => {
  const { app, deps, ids, second, signIn, tokens } = await createTeam();
  const other = (await signIn(second)).token;
  const demote = (id: string, token: string, name: string) =>
    send(app, userPath(id), { method: 'PUT', token, body: { name, email: `${name}@example.org`, role: 'admin' } });
  const replies = await Promise.all([demote(ids.second, tokens.owner, 'second'), demote(ids.owner, other, 'owner')]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect(
    deps.db
      .select()
      .from(users)
      .all()
      .filter(({ role }) => role === 'super_admin'),
  ).toHaveLength(1);
});

test('a new password ends all sessions but the one that set it [A11]', async () => {
  const { app, editor, ids, login, signIn, tokens } = await createTeam();
  const elsewhere = (await signIn(editor)).token;
  const body = { name: 'Editor', email: 'editor@example.org', password: 'another-one-9' };
  await send(app, userPath(ids.editor), { method: 'PUT', body, token: tokens.editor });
  expect((await send(app, '/auth/me', { token: tokens.editor })).status).toBe(200);
  expect((await send(app, '/auth/me', { token: elsewhere })).status).toBe(401);
  expect((await login('editor@example.org')).status).toBe(401);
});

test('a new role ends the sessions of its user [A11]', async () => {
  const { app, ids, tokens } = await createTeam();
  const body = { name: 'Editor', email: 'editor@example.org', role: 'super_admin' };
  const reply = await send(app, userPath(ids.editor), { method: 'PUT', body, token: tokens.owner });
  expect(reply.body.user.role).toBe('super_admin');
  expect((await send(app, '/auth/me', { token: tokens.editor })).status).toBe(401);
});

test('a new name ends no session', async () => {
  const { app, ids, tokens } = await createTeam();
  const body = { name: 'Renamed', email: 'editor@example.org' };
  await send(app, userPath(ids.editor), { method: 'PUT', body, token: tokens.owner });
  expect((await send(app, '/auth/me', { token: tokens.editor })).body.user.name).toBe('Renamed');
});
