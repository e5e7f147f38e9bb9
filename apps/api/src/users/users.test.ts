import { expect, test } from 'vitest';
import { createAccountScene, password } from '../../test/account-scene.ts';
import { footprint, send } from '../../test/test-app.ts';
import { auditLog, users } from '../db/schema.ts';

async function createTeam() {
  const scene = createAccountScene();
  const owner = await scene.addUser('Owner', 'super_admin');
  const second = await scene.addUser('Second', 'super_admin');
  const editor = await scene.addUser('Editor');
  const colleague = await scene.addUser('Colleague');
  const tokens = { owner: (await scene.signIn(owner)).token, editor: (await scene.signIn(editor)).token };
  const ids = { owner: owner._id, second: second._id, editor: editor._id, colleague: colleague._id };
  return { ...scene, owner, second, editor, colleague, tokens, ids };
}
type Team = Awaited<ReturnType<typeof createTeam>>;

const path = (id: string) => `/api/auth/users/${id}`;
const newUser = { name: 'New', email: 'new@example.org', password, role: 'admin' };

test('the list holds everybody, without passwords', async () => {
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
    .find(({ subject }) => subject === 'new@example.org');
  expect(created).toMatchObject({ action: 'user.created', byName: 'Editor' });
});

test('an edit without a password keeps it, and without a role keeps that', async () => {
  const { app, login, tokens, ids } = await createTeam();
  const body = { name: 'Editor the Second', email: 'e2@example.org', password: '' };
  const reply = await send(app, path(ids.editor), { method: 'PUT', body, token: tokens.owner });
  expect(reply.body.user).toMatchObject({ name: 'Editor the Second', email: 'e2@example.org', role: 'admin' });
  expect((await login('e2@example.org')).status).toBe(200);
});

test('the address may be written in other letters by its own user', async () => {
  const { app, tokens, ids } = await createTeam();
  const body = { name: 'Editor', email: 'EDITOR@example.org' };
  const reply = await send(app, path(ids.editor), { method: 'PUT', body, token: tokens.editor });
  expect(reply.body.user.email).toBe('EDITOR@example.org');
});

/** Calls that are refused: who calls, what, and the answer. */
const refusals: [string, number, string, (team: Team) => Parameters<typeof send>[2] & { path: string }][] = [
  [
    'deleting the own account',
    403,
    'You cannot delete your own account',
    ({ ids, tokens }) => ({
      path: path(ids.owner),
      method: 'DELETE',
      token: tokens.owner,
    }),
  ],
  [
    'deleting the own account by the other path',
    403,
    'You cannot delete your own account',
    ({ ids, tokens }) => ({
      path: `/auth/users/${ids.editor}`,
      method: 'DELETE',
      token: tokens.editor,
    }),
  ],
  [
    'an admin deleting a super admin',
    403,
    'super admin',
    ({ ids, tokens }) => ({
      path: path(ids.second),
      method: 'DELETE',
      token: tokens.editor,
    }),
  ],
  [
    'an admin editing a super admin',
    403,
    'super admin',
    ({ ids, tokens }) => ({
      path: path(ids.second),
      method: 'PUT',
      token: tokens.editor,
      body: { name: 'X', email: 'x@example.org', password },
    }),
  ],
  [
    'an admin promoting herself',
    403,
    'super admin',
    ({ ids, tokens }) => ({
      path: path(ids.editor),
      method: 'PUT',
      token: tokens.editor,
      body: { name: 'E', email: 'e@example.org', role: 'super_admin' },
    }),
  ],
  [
    'an admin creating a super admin',
    403,
    'super admin',
    ({ tokens }) => ({
      path: '/api/auth/create-admin',
      token: tokens.editor,
      body: { ...newUser, role: 'super_admin' },
    }),
  ],
  [
    'an address that is taken',
    409,
    'Somebody with this email',
    ({ tokens }) => ({
      path: '/api/auth/create-admin',
      token: tokens.owner,
      body: { ...newUser, email: 'EDITOR@Example.org' },
    }),
  ],
  [
    'an edit to an address that is taken',
    409,
    'Somebody with this email',
    ({ ids, tokens }) => ({
      path: path(ids.colleague),
      method: 'PUT',
      token: tokens.owner,
      body: { name: 'C', email: 'Editor@example.org' },
    }),
  ],
  [
    'an unknown user',
    404,
    'There is no such user',
    ({ tokens }) => ({
      path: path('nobody'),
      method: 'PUT',
      token: tokens.owner,
      body: { name: 'X', email: 'x@example.org' },
    }),
  ],
  [
    'the deletion of an unknown user',
    404,
    'There is no such user',
    ({ tokens }) => ({
      path: path('..%2fx'),
      method: 'DELETE',
      token: tokens.owner,
    }),
  ],
  ['no token', 401, 'sign in', ({ ids }) => ({ path: path(ids.editor), method: 'DELETE' })],
  [
    'a common password',
    422,
    'first that anybody would try',
    ({ tokens }) => ({
      path: '/api/auth/create-admin',
      token: tokens.owner,
      body: { ...newUser, password: 'Password123' },
    }),
  ],
  [
    'the own address as password',
    422,
    'first that anybody would try',
    ({ tokens }) => ({
      path: '/api/auth/create-admin',
      token: tokens.owner,
      body: { ...newUser, password: 'new@example.org' },
    }),
  ],
];

test.each(refusals)('%s is refused with %i', async (...[, status, words, call]) => {
  const team = await createTeam();
  const before = footprint(team.deps);
  const { path: to, ...rest } = call(team);
  const reply = await send(team.app, to, rest);
  expect(reply.status).toBe(status);
  expect(reply.body).toMatchObject({ success: false, message: expect.stringContaining(words) });
  expect(footprint(team.deps)).toEqual(before);
});

const long = 'x'.repeat(1_000_000);
test.each([
  ['no name', { ...newUser, name: '' }, 422, 'Name is required'],
  ['a blank name', { ...newUser, name: '  ' }, 422, 'Name is required'],
  ['no email', { ...newUser, email: '' }, 422, 'Email is required'],
  ['no email address', { ...newUser, email: 'somebody' }, 422, 'Email is invalid'],
  ['no password', { ...newUser, password: '' }, 422, 'Password is required'],
  ['a short password', { ...newUser, password: 'abc12' }, 422, 'Password must be at least 6 characters'],
  ['a very long password', { ...newUser, password: 'x'.repeat(201) }, 422, 'Password must be at most 200 characters'],
  ['an unknown role', { ...newUser, role: 'owner' }, 422, 'Choose admin or super_admin.'],
  ['a list of roles', { ...newUser, role: ['super_admin'] }, 422, 'Choose admin or super_admin.'],
  ['a name that cannot be stored', { ...newUser, name: '\ud800' }, 422, 'Name contains characters'],
  ['an address that cannot be stored', { ...newUser, email: 'a\udfff@example.org' }, 422, 'Email is invalid'],
  ['an id of its own', { ...newUser, _id: 'mine' }, 422, ''],
  ['a poisoned prototype', JSON.stringify(newUser).replace('{', '{"__proto__":{"polluted":1},'), 422, ''],
  ['a megabyte of name', { ...newUser, name: long }, 413, 'Send at most 16 KB'],
  ['broken JSON', '{"name":', 400, ''],
])('creating a user with %s is refused', async (...[, body, status, words]) => {
  const team = await createTeam();
  const before = footprint(team.deps);
  const reply = await send(team.app, '/api/auth/create-admin', { body, token: team.tokens.owner });
  expect(reply.status).toBe(status);
  expect(reply.body).toMatchObject({ success: false, message: expect.stringContaining(words) });
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  expect(footprint(team.deps)).toEqual(before);
});

test.each(['_id', 'lastLogin', 'passwordHash', 'sessionVersion', 'createdAt'])(
  'an edit cannot set %s',
  async (field) => {
    const { app, deps, tokens, ids } = await createTeam();
    const before = footprint(deps);
    const body = { name: 'Editor', email: 'editor@example.org', [field]: 'x' };
    expect((await send(app, path(ids.editor), { method: 'PUT', body, token: tokens.owner })).status).toBe(422);
    expect(footprint(deps)).toEqual(before);
  },
);

test('the last super admin can be neither demoted nor deleted', async () => {
  const { app, deps, tokens, ids, users: service } = await createTeam();
  await send(app, path(ids.second), { method: 'DELETE', token: tokens.owner });
  const before = footprint(deps);
  const demotion = { name: 'Owner', email: 'owner@example.org', role: 'admin' };
  const reply = await send(app, path(ids.owner), { method: 'PUT', body: demotion, token: tokens.owner });
  expect(reply.status).toBe(409);
  expect(reply.body.message).toContain('last super admin');
  expect(service.list().filter(({ role }) => role === 'super_admin')).toHaveLength(1);
  expect(footprint(deps)).toEqual(before);
});

test('of the last two super admins who delete each other at the same moment exactly one stays', async () => {
  const { app, deps, ids, second, signIn, tokens } = await createTeam();
  const other = (await signIn(second)).token;
  const replies = await Promise.all([
    send(app, path(ids.second), { method: 'DELETE', token: tokens.owner }),
    send(app, path(ids.owner), { method: 'DELETE', token: other }),
  ]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
  const left = deps.db
    .select()
    .from(users)
    .all()
    .filter(({ role }) => role === 'super_admin');
  expect(left).toHaveLength(1);
});

test('of the last two super admins who demote each other at the same moment exactly one stays', async () => {
  const { app, deps, ids, second, signIn, tokens } = await createTeam();
  const other = (await signIn(second)).token;
  const demote = (id: string, token: string, name: string) =>
    send(app, path(id), { method: 'PUT', token, body: { name, email: `${name}@example.org`, role: 'admin' } });
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

test('a new password ends all sessions but the one that set it', async () => {
  const { app, editor, ids, login, signIn, tokens } = await createTeam();
  const elsewhere = (await signIn(editor)).token;
  const body = { name: 'Editor', email: 'editor@example.org', password: 'another-one-9' };
  await send(app, path(ids.editor), { method: 'PUT', body, token: tokens.editor });
  expect((await send(app, '/auth/me', { token: tokens.editor })).status).toBe(200);
  expect((await send(app, '/auth/me', { token: elsewhere })).status).toBe(401);
  expect((await login('editor@example.org')).status).toBe(401);
});

test('a new role ends the sessions of its user', async () => {
  const { app, ids, tokens } = await createTeam();
  const body = { name: 'Editor', email: 'editor@example.org', role: 'super_admin' };
  const reply = await send(app, path(ids.editor), { method: 'PUT', body, token: tokens.owner });
  expect(reply.body.user.role).toBe('super_admin');
  expect((await send(app, '/auth/me', { token: tokens.editor })).status).toBe(401);
});

test('a new name ends no session', async () => {
  const { app, ids, tokens } = await createTeam();
  const body = { name: 'Renamed', email: 'editor@example.org' };
  await send(app, path(ids.editor), { method: 'PUT', body, token: tokens.owner });
  expect((await send(app, '/auth/me', { token: tokens.editor })).body.user.name).toBe('Renamed');
});
