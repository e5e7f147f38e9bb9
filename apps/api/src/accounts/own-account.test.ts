import { expect, test } from 'vitest';
import { createAccountFixture, password } from '../../test/account-fixture.ts';
import { footprint, send } from '../../test/test-app.ts';
import { listAudit } from '../audit-log/list.ts';

async function createFixture() {
  const fixture = createAccountFixture();
  const { app } = fixture;
  const owner = await fixture.addUser('Owner', 'super_admin');
  const editor = await fixture.addUser('Editor');
  const [first, second] = [(await fixture.signIn(editor)).token, (await fixture.signIn(editor)).token];
  const ownerToken = (await fixture.signIn(owner)).token;
  const isAlive = async (token: string) => (await send(app, '/api/account/sessions', { token })).status === 200;
  return { ...fixture, app, owner, editor, first, second, ownerToken, isAlive };
}

test('users see their own sessions, with the current one marked [A20]', async () => {
  const { app, first } = await createFixture();
  const { body } = await send(app, '/api/account/sessions', { token: first });
  expect(body.sessions).toHaveLength(2);
  expect(body.sessions.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
  expect(body.sessions[0]).toMatchObject({ userAgent: 'test', lastUsedAt: '2026-11-21T10:00:00.000Z' });
  expect(JSON.stringify(body)).not.toMatch(/hash/i);
});

test('one session is ended, or all the others; the next call of an ended one is refused [A20]', async () => {
  const { app, first, second, isAlive } = await createFixture();
  const { body } = await send(app, '/api/account/sessions', { token: first });
  const other = body.sessions.find(({ current }: { current: boolean }) => !current);
  const ended = await send(app, `/api/account/sessions/${other.id}`, { method: 'DELETE', token: first });
  expect([ended.status, await isAlive(second), await isAlive(first)]).toEqual([200, false, true]);
  const again = await send(app, `/api/account/sessions/${other.id}`, { method: 'DELETE', token: first });
  expect(again.status).toBe(404);

  const fixture = await createFixture();
  await send(fixture.app, '/api/account/sessions', { method: 'DELETE', token: fixture.first });
  expect([await fixture.isAlive(fixture.first), await fixture.isAlive(fixture.second)]).toEqual([true, false]);
  expect(await fixture.isAlive(fixture.ownerToken)).toBe(true);
});

test('a user cannot end the session of another user by its id', async () => {
  const { app, first, ownerToken, isAlive } = await createFixture();
  const { body } = await send(app, '/api/account/sessions', { token: ownerToken });
  const reply = await send(app, `/api/account/sessions/${body.sessions[0].id}`, { method: 'DELETE', token: first });
  expect([reply.status, await isAlive(ownerToken)]).toEqual([404, true]);
});

test('a super admin sees and ends the sessions of others, an admin does not', async () => {
  const { app, deps, editor, owner, first, ownerToken, isAlive } = await createFixture();
  const path = `/api/auth/users/${editor._id}/sessions`;
  expect((await send(app, path, { token: ownerToken })).body.sessions).toHaveLength(2);
  const before = footprint(deps);
  for (const method of ['GET', 'DELETE']) {
    const reply = await send(app, `/api/auth/users/${owner._id}/sessions`, { method, token: first });
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden']);
  }
  expect(footprint(deps)).toEqual(before);
  expect((await send(app, path, { method: 'DELETE', token: ownerToken })).body.ended).toBe(2);
  expect([await isAlive(first), await isAlive(ownerToken)]).toEqual([false, true]);
});

test('a new password needs the current one, and ends all other sessions [A11]', async () => {
  const { app, first, second, isAlive, login, editor } = await createFixture();
  const body = { currentPassword: password, password: 'another-one-9' };
  expect((await send(app, '/api/account/password', { method: 'PUT', body, token: first })).status).toBe(200);
  expect([await isAlive(first), await isAlive(second)]).toEqual([true, false]);
  expect((await login(editor.email, 'another-one-9')).status).toBe(200);
  expect((await login(editor.email, password)).status).toBe(401);
});

test('a new email needs the password too, and is the name to sign in with from then on', async () => {
  const { app, first, login } = await createFixture();
  const body = { currentPassword: password, email: 'new@example.org' };
  const reply = await send(app, '/api/account/email', { method: 'PUT', body, token: first });
  expect([reply.status, reply.body.user.email]).toEqual([200, 'new@example.org']);
  expect((await login('new@example.org')).status).toBe(200);
});

test.each([
  ['password', { currentPassword: 'not-this-one', password: 'another-one-9' }, 422, 'Your current password is wrong.'],
  ['password', { password: 'another-one-9' }, 422, 'Your current password is required'],
  ['password', { currentPassword: password, password: 'short' }, 422, 'Password must be at least 6 characters'],
  ['password', { currentPassword: password, password: 'editor' }, 422, 'too easy to guess'],
  ['email', { currentPassword: 'not-this-one', email: 'new@example.org' }, 422, 'Your current password is wrong.'],
  ['email', { currentPassword: password, email: 'new@' }, 422, 'Email is invalid'],
  ['email', { currentPassword: password, email: 'owner@example.org' }, 409, 'already exists'],
  ['email', { currentPassword: password, email: 'new@example.org', role: 'super_admin' }, 422, 'role'],
])('a change of the %s to %j is refused', async (what, body, status, sentence) => {
  const { app, deps, first } = await createFixture();
  const before = footprint(deps);
  const reply = await send(app, `/api/account/${what}`, { method: 'PUT', body, token: first });
  expect([reply.status, reply.text]).toEqual([status, expect.stringContaining(sentence)]);
  expect(footprint(deps)).toEqual(before);
});

test('the current password cannot be guessed: after five wrong ones further attempts are refused for a while', async () => {
  const { app, deps, first } = await createFixture();
  const put = (currentPassword: string) =>
    send(app, '/api/account/password', {
      method: 'PUT',
      body: { currentPassword, password: 'another-one-9' },
      token: first,
    });
  for (let round = 0; round < 5; round += 1) expect((await put('wrong-one')).status).toBe(422);
  const before = footprint(deps);
  expect((await put(password)).status).toBe(429);
  expect(footprint(deps)).toEqual(before);
});

test('users change their own name without a password, and the audit log records it', async () => {
  const { app, deps, first, editor } = await createFixture();
  const rename = (name: string) => send(app, '/api/account/name', { method: 'PUT', body: { name }, token: first });
  expect((await rename('Priya Nair')).body.user).toMatchObject({ _id: editor._id, name: 'Priya Nair' });
  const [entry] = listAudit(deps.db, 1);
  expect([entry?.action, entry?.byName]).toEqual(['user.updated', 'Editor']);
  const before = footprint(deps);
  expect((await rename(' ')).status).toBe(422);
  expect(footprint(deps)).toEqual(before);
});
