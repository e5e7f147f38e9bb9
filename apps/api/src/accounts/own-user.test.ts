import { expect, test } from 'vitest';
import { createAccountFixture, password } from '../../test/account-fixture.ts';
import { footprint, send } from '../../test/test-app.ts';

async function createEditor() {
  const fixture = createAccountFixture();
  const editor = await fixture.addUser('Editor');
  return { ...fixture, editor, token: (await fixture.signIn(editor)).token };
}

test.each([
  ['no current password', {}, 422, 'Your current password is required'],
  ['a wrong current password', { currentPassword: 'not-this-one' }, 422, 'Your current password is wrong.'],
])('five minutes after the sign-in, with %s a user’s password and email stay', async (...[, given, status, words]) => {
  const { app, deps, editor, token } = await createEditor();
  deps.clock.advance(5 * 60_000 + 1);
  const before = footprint(deps);
  for (const change of [{ password: 'another-one-9' }, { email: 'other@example.org' }]) {
    const body = { name: 'Editor', email: 'editor@example.org', ...change, ...given };
    const reply = await send(app, `/api/auth/users/${editor._id}`, { method: 'PUT', body, token });
    expect([reply.status, reply.body.message]).toEqual([status, words]);
    expect(reply.body.errors).toEqual([{ pointer: '/currentPassword', detail: words }]);
  }
  expect(footprint(deps)).toEqual(before);
});

test('later users can change their own password with the current one, and their name without it', async () => {
  const { app, deps, editor, login, token } = await createEditor();
  deps.clock.advance(5 * 60_000 + 1);
  const call = { method: 'PUT', token };
  const rename = await send(app, `/api/auth/users/${editor._id}`, {
    ...call,
    body: { name: 'E', email: 'editor@example.org' },
  });
  expect(rename.body.user.name).toBe('E');
  const body = { name: 'E', email: 'editor@example.org', password: 'another-one-9', currentPassword: password };
  expect((await send(app, `/api/auth/users/${editor._id}`, { ...call, body })).status).toBe(200);
  expect((await login('editor@example.org', 'another-one-9')).status).toBe(200);
});
