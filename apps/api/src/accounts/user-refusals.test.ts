import { expect, test } from 'vitest';
import { password } from '../../test/account-fixture.ts';
import { createTeam, newUser, type Team, userPath } from '../../test/team-fixture.ts';
import { footprint, send } from '../../test/test-app.ts';
import { contentItems } from '../platform/db/schema/core.ts';

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
    'A user with this email',
    ({ tokens }) => ({
      path: '/api/auth/create-admin',
      token: tokens.owner,
      body: { ...newUser, email: 'EDITOR@Example.org' },
    }),
  ],
  [
    'an edit to an address that is taken',
    409,
    'A user with this email',
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
    'This user no longer exists.',
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
    'This user no longer exists.',
    ({ tokens }) => ({
      path: userPath('..%2fx'),
      method: 'DELETE',
      token: tokens.owner,
    }),
  ],
  ['no token', 401, 'Sign in', ({ ids }) => ({ path: userPath(ids.editor), method: 'DELETE' })],
  [
    'a common password',
    422,
    'too easy to guess',
    ({ tokens }) => ({
      path: '/api/auth/create-admin',
      token: tokens.owner,
      body: { ...newUser, password: 'Password123' },
    }),
  ],
  [
    'one word of the name and a year as password',
    422,
    'too easy to guess',
    ({ tokens }) => ({
      path: '/api/auth/create-admin',
      token: tokens.owner,
      body: { ...newUser, name: 'Meera Pillai', password: 'Pillai@2026' },
    }),
  ],
  [
    'one repeated character as password',
    422,
    'one repeated character',
    ({ tokens }) => ({
      path: '/api/auth/create-admin',
      token: tokens.owner,
      body: { ...newUser, password: '......' },
    }),
  ],
  [
    'six empty Braille patterns as password',
    422,
    'only spaces',
    ({ tokens }) => ({
      path: '/api/auth/create-admin',
      token: tokens.owner,
      body: { ...newUser, password: '\u2800\u2800\u2800\u2800\u2800\u2800' },
    }),
  ],
  [
    'the own address as password',
    422,
    'too easy to guess',
    ({ tokens }) => ({
      path: '/api/auth/create-admin',
      token: tokens.owner,
      body: { ...newUser, password: 'new@example.org' },
    }),
  ],
];

test.each(refusals)('%s is refused with %i [Z10]', async (...[, status, words, call]) => {
  const team = await createTeam();
  const before = footprint(team.deps);
  const { path: to, ...rest } = call(team);
  const reply = await send(team.app, to, rest);
  expect(reply.status).toBe(status);
  expect(reply.body).toMatchObject({ success: false, message: expect.stringContaining(words) });
  expect(footprint(team.deps)).toEqual(before);
});

test('the name of the firm with digits is refused as a password, whichever name editors gave it [A8]', async () => {
  const { app, deps, tokens } = await createTeam();
  const create = (password: string) =>
    send(app, '/api/auth/create-admin', { body: { ...newUser, password }, token: tokens.owner });
  const value = { name: 'Vanaja Partners', short: 'VPartners', tagline: 'Plans', legalName: 'Vanaja Partners LLP' };
  const row = {
    metadata: { title: '', description: '' },
    position: 1,
    version: 1,
    updatedAt: deps.now().toISOString(),
  };
  deps.db
    .insert(contentItems)
    .values({ section: 'site', key: 'brand', value, ...row })
    .run();
  for (const password of ['Vanaja@2026', 'v4najapartner5!', 'vpartners123'])
    expect([password, (await create(password)).status]).toEqual([password, 422]);
  expect((await create('vanaja-indigo-26')).status).toBe(201);
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
])('creating a user with %s is refused [M2]', async (...[, body, status, words]) => {
  const team = await createTeam();
  const before = footprint(team.deps);
  const reply = await send(team.app, '/api/auth/create-admin', { body, token: team.tokens.owner });
  expect(reply.status).toBe(status);
  expect(reply.body).toMatchObject({ success: false, message: expect.stringContaining(words) });
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  expect(footprint(team.deps)).toEqual(before);
});

test.each(['_id', 'lastLogin', 'passwordHash', 'sessionVersion', 'createdAt'])(
  'an edit cannot set %s [M1]',
  async (field) => {
    const { app, deps, tokens, ids } = await createTeam();
    const before = footprint(deps);
    const body = { name: 'Editor', email: 'editor@example.org', [field]: 'x' };
    expect((await send(app, userPath(ids.editor), { method: 'PUT', body, token: tokens.owner })).status).toBe(422);
    expect(footprint(deps)).toEqual(before);
  },
);
