import type { UserStatus } from '@threadline/schema/wire/user';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createAccountFixture } from '../../test/account-fixture.ts';
import { footprint, send } from '../../test/test-app.ts';
import { users } from '../platform/db/schema/core.ts';

async function createTeam() {
  const fixture = createAccountFixture();
  const owner = await fixture.addUser('Owner', 'super_admin');
  const editor = await fixture.addUser('Editor');
  const colleague = await fixture.addUser('Colleague');
  const tokens = { owner: (await fixture.signIn(owner)).token, editor: (await fixture.signIn(editor)).token };
  const setStatus = (id: string, status: unknown, token = tokens.owner) =>
    send(fixture.app, `/api/auth/users/${id}/status`, { method: 'PUT', body: { status }, token });
  const put = (id: string, status: UserStatus) =>
    fixture.deps.db.update(users).set({ status }).where(eq(users.id, id)).run();
  return { ...fixture, owner, editor, colleague, tokens, setStatus, put };
}

test('a disabled account is out at once, by token, refresh and password, and in again when it is enabled [Z4]', async () => {
  const { app, editor, login, refresh, setStatus, signIn, tokens } = await createTeam();
  const { refreshToken } = await signIn(editor);
  expect((await setStatus(editor._id, 'disabled')).body.user.status).toBe('disabled');
  expect((await send(app, '/auth/me', { token: tokens.editor })).status).toBe(401);
  expect((await refresh(refreshToken)).status).toBe(401);
  const refused = await login(editor.email);
  expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('disabled')]);

  expect((await setStatus(editor._id, 'active')).body.user.status).toBe('active');
  expect((await login(editor.email)).status).toBe(200);
  // Earlier sessions stay ended.
  expect((await refresh(refreshToken)).status).toBe(401);
});

test.each(['disabled', 'locked', 'invited'] as const)(
  'with a wrong password a %s account looks like any other, and its tokens are dead [Z4]',
  async (status) => {
    const { app, deps, editor, login, put, refresh, signIn, tokens } = await createTeam();
    const { refreshToken } = await signIn(editor);
    put(editor._id, status);
    const before = footprint(deps);
    const [closed, unknown] = [await login(editor.email, 'not-this-one'), await login('nobody@example.org')];
    expect({ ...closed.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    expect((await send(app, '/auth/me', { token: tokens.editor })).status).toBe(401);
    expect((await refresh(refreshToken)).status).toBe(401);
    expect(footprint(deps)).toEqual(before);
  },
);

test('a locked account is reported only after the correct password, and a new password opens it', async () => {
  const { app, editor, login, put, tokens } = await createTeam();
  put(editor._id, 'locked');
  const refused = await login(editor.email);
  expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('locked')]);
  const body = { name: 'Editor', email: editor.email, password: 'another-one-9' };
  const reply = await send(app, `/api/auth/users/${editor._id}`, { method: 'PUT', body, token: tokens.owner });
  expect(reply.body.user.status).toBe('active');
  expect((await login(editor.email, 'another-one-9')).status).toBe(200);
});

test('a new password does not open a disabled account', async () => {
  const { app, editor, tokens, setStatus } = await createTeam();
  await setStatus(editor._id, 'disabled');
  const body = { name: 'Editor', email: editor.email, password: 'another-one-9' };
  const reply = await send(app, `/api/auth/users/${editor._id}`, { method: 'PUT', body, token: tokens.owner });
  expect(reply.body.user.status).toBe('disabled');
});

type Team = Awaited<ReturnType<typeof createTeam>>;
const refusals: [string, number, string, (team: Team) => ReturnType<Team['setStatus']>][] = [
  ['disabling oneself', 403, 'your own account', ({ owner, setStatus }) => setStatus(owner._id, 'disabled')],
  [
    'an admin disabling a super admin',
    403,
    'super admin',
    ({ owner, setStatus, tokens }) => setStatus(owner._id, 'disabled', tokens.editor),
  ],
  ['an unknown user', 404, 'This user no longer exists.', ({ setStatus }) => setStatus('nobody', 'disabled')],
  ['locking by hand', 422, 'Choose active or disabled.', ({ editor, setStatus }) => setStatus(editor._id, 'locked')],
  ['a list', 422, 'Choose active or disabled.', ({ editor, setStatus }) => setStatus(editor._id, ['disabled'])],
];
test.each(refusals)('%s is refused with %i', async (...[, status, words, call]) => {
  const team = await createTeam();
  const before = footprint(team.deps);
  const reply = await call(team);
  expect([reply.status, reply.body.message]).toEqual([status, expect.stringContaining(words)]);
  expect(footprint(team.deps)).toEqual(before);
});

test('a super admin who cannot sign in does not count: the last who can stays [Z11]', async () => {
  const { addUser, app, deps, owner, put, setStatus, signIn, tokens } = await createTeam();
  const second = await addUser('Second', 'super_admin');
  const other = (await signIn(second)).token;
  put(second._id, 'locked');
  const demotion = { name: 'Owner', email: owner.email, role: 'admin' };
  const reply = await send(app, `/api/auth/users/${owner._id}`, { method: 'PUT', body: demotion, token: tokens.owner });
  expect([reply.status, reply.body.message]).toEqual([409, expect.stringContaining('last super admin')]);

  put(second._id, 'active');
  // Each disables the other at the same moment.
  const replies = await Promise.all([setStatus(second._id, 'disabled'), setStatus(owner._id, 'disabled', other)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
  const left = deps.db
    .select()
    .from(users)
    .all()
    .filter(({ role, status }) => role === 'super_admin' && status === 'active');
  expect(left).toHaveLength(1);
});
