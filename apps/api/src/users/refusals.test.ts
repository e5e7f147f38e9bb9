import { expect, test } from 'vitest';
import { password } from '../../test/account-scene.ts';
import { createTeam, newUser, type Team, userPath } from '../../test/team-scene.ts';
import { footprint, send } from '../../test/test-app.ts';

const refusals: [string, number, string, (team: Team) => Parameters<typeof send>[2] & { path: string }][] = [
  [
    'deleting the own account',
    403,
    'You cannot delete your own account',
    ({ ids, tokens }) => ({
      path: userPath(ids.owner),
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
      path: userPath(ids.second),
      method: 'DELETE',
      token: tokens.editor,
    }),
  ],
  [
    'an admin editing a super admin',
    403,
    'super admin',
    ({ ids, tokens }) => ({
      path: userPath(ids.second),
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
      path: userPath(ids.editor),
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
      path: userPath(ids.colleague),
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
      path: userPath('nobody'),
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
      path: userPath('..%2fx'),
      method: 'DELETE',
      token: tokens.owner,
    }),
  ],
  ['no token', 401, 'sign in', ({ ids }) => ({ path: userPath(ids.editor), method: 'DELETE' })],
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

test.each(refusals)('Z10 %s is refused with %i', async (...[, status, words, call]) => {
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
])('M2 creating a user with %s is refused', async (...[, body, status, words]) => {
  const team = await createTeam();
  const before = footprint(team.deps);
  const reply = await send(team.app, '/api/auth/create-admin', { body, token: team.tokens.owner });
  expect(reply.status).toBe(status);
  expect(reply.body).toMatchObject({ success: false, message: expect.stringContaining(words) });
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  expect(footprint(team.deps)).toEqual(before);
});

test.each(['_id', 'lastLogin', 'passwordHash', 'sessionVersion', 'createdAt'])(
  'M1 an edit cannot set %s',
  async (field) => {
    const { app, deps, tokens, ids } = await createTeam();
    const before = footprint(deps);
    const body = { name: 'Editor', email: 'editor@example.org', [field]: 'x' };
    expect((await send(app, userPath(ids.editor), { method: 'PUT', body, token: tokens.owner })).status).toBe(422);
    expect(footprint(deps)).toEqual(before);
  },
);
