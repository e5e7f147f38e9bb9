import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { password } from '../../test/account-fixture.ts';
import { createEnquiryFixture } from '../../test/enquiry-fixture.ts';
import { createPasskeyFixture, type PasskeyFixture, passkeysPath } from '../../test/passkey-fixture.ts';
import { send } from '../../test/test-app.ts';
import { outboxMessages } from '../platform/db/schema/enquiries.ts';
import { removePasskeys } from './second-factors.ts';

const fresh = 'another-mango-tree';
const factorPath = '/api/account/second-factor';
const withPassword = { currentPassword: password };

/** Returns recipient and beginning of each message in the outbox. */
function readNotices({ deps }: Pick<PasskeyFixture, 'deps'>): [to: string, text: string][] {
  const rows = deps.db.select().from(outboxMessages).all();
  const notices = rows.filter(({ kind }) => kind === 'account-changed');
  return notices.map(({ recipient, payload }) => [recipient, payload.text ?? '']);
}

async function turnAppOn({ app, deps, token }: PasskeyFixture) {
  const { secret } = (await send(app, factorPath, { body: withPassword, token })).body;
  const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: deps.now().getTime() });
  return send(app, `${factorPath}/confirm`, { body: { code }, token });
}

test('owners get a notice when a passkey is added or removed, and when the app is turned on or off', async () => {
  const fixture = await createPasskeyFixture();
  const { addPasskey, app, deps, editor, token } = fixture;
  const { passkeyId } = await addPasskey();
  await send(app, `${passkeysPath}/${passkeyId}`, { method: 'DELETE', body: withPassword, token });
  await turnAppOn(fixture);
  await send(app, factorPath, { method: 'DELETE', body: withPassword, token });
  await addPasskey();
  deps.db.transaction((tx) => removePasskeys(tx, editor._id, { at: deps.now(), by: null }));
  const added = 'A passkey was added to your account. It signs in without the password.';
  expect(readNotices(fixture)).toEqual(
    [
      added,
      'A passkey was removed from your account.',
      'Two-step verification was turned on: signing in to your account now needs a code from your authenticator app.',
      'Two-step verification was turned off: signing in to your account no longer needs a code from your authenticator app.',
      added,
      'All passkeys of your account were removed. The change was made on the server itself.',
    ].map((text) => [editor.email, text]),
  );
});

test('owners get a notice of a new password, and of a new address at the old one', async () => {
  const fixture = await createPasskeyFixture();
  const { app, editor, ownerToken, token } = fixture;
  await send(app, '/api/account/password', { method: 'PUT', body: { ...withPassword, password: fresh }, token });
  const body = { name: editor.name, email: 'elsewhere@example.org', password: 'third-mango-tree' };
  await send(app, `/api/auth/users/${editor._id}`, { method: 'PUT', body, token: ownerToken });
  await send(app, `/api/auth/users/${editor._id}`, {
    method: 'PUT',
    body: { ...body, password: '' },
    token: ownerToken,
  });
  expect(readNotices(fixture)).toEqual([
    [editor.email, 'The password of your account was changed.'],
    [editor.email, 'The password of your account was changed. The change was made by Owner.'],
    [
      editor.email,
      'The email of your account was changed. From now on, messages go to the new address. The change was made by Owner.',
    ],
  ]);
});

test('owners get a notice of their new role', async () => {
  const fixture = await createPasskeyFixture();
  const { app, editor, ownerToken } = fixture;
  for (const role of ['super_admin', 'super_admin', 'admin']) {
    const body = { name: editor.name, email: editor.email, role };
    await send(app, `/api/auth/users/${editor._id}`, { method: 'PUT', body, token: ownerToken });
  }
  expect(readNotices(fixture)).toEqual([
    [editor.email, 'The role of your account was changed from admin to super admin. The change was made by Owner.'],
    [editor.email, 'The role of your account was changed from super admin to admin. The change was made by Owner.'],
  ]);
});

test('a refused change, a new name and a first password are no news', async () => {
  const fixture = await createPasskeyFixture();
  const { app, editor, ownerToken, token } = fixture;
  const wrong = { currentPassword: 'not-this-one', password: fresh };
  expect((await send(app, '/api/account/password', { method: 'PUT', body: wrong, token })).status).toBe(422);
  const body = { name: 'Another name', email: editor.email, password: '' };
  await send(app, `/api/auth/users/${editor._id}`, { method: 'PUT', body, token: ownerToken });
  const invitation = { name: 'New', email: 'new@example.org' };
  const invited = await send(app, '/api/auth/invitations', { body: invitation, token: ownerToken });
  const accept = { token: invited.body.link.split('#')[1], password: fresh };
  expect((await send(app, '/api/auth/links/accept', { body: accept })).status).toBe(200);
  expect(readNotices(fixture)).toEqual([]);
});

test('a password chosen by a link keeps the passkeys, and says so before and by mail [F10]', async () => {
  const fixture = await createPasskeyFixture();
  const { addPasskey, app, editor, login, ownerToken, signInWith } = fixture;
  const { device } = await addPasskey();
  const { body } = await send(app, `/api/auth/users/${editor._id}/link`, { method: 'POST', token: ownerToken });
  const link = { token: body.link.split('#')[1] };
  expect((await send(app, '/api/auth/links/check', { body: link })).body).toMatchObject({ hasPasskey: true });
  expect((await send(app, '/api/auth/links/accept', { body: { ...link, password: fresh } })).status).toBe(200);
  expect(readNotices(fixture).at(-1)).toEqual([
    editor.email,
    'A new password for your account was set with a link that was sent to this address. The passkey of the account still works. If it is not yours, remove it under Your account.',
  ]);
  // The mail box opens nothing by itself, and takes nothing from the owner.
  expect((await login({ password: fresh })).body.code).toBe('second-factor-required');
  expect((await signInWith(device)).status).toBe(200);
});

test('the message says what, when, and what to do', async () => {
  const { addUser, app, deps, services, signIn } = createEnquiryFixture({ SITE_URL: 'https://site.test' });
  const { token } = await signIn(await addUser('Editor'));
  const body = { ...withPassword, password: fresh };
  expect((await send(app, '/api/account/password', { method: 'PUT', body, token })).status).toBe(200);
  const [row] = deps.db.select().from(outboxMessages).all();
  const mail = row && services.composeMail(row);
  expect(mail).toMatchObject({
    to: [{ name: '', address: 'editor@example.org' }],
    subject: expect.stringMatching(/^Your account at .+ was changed$/),
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
  expect(mail?.text).toContain('The password of your account was changed.');
  expect(mail?.text).toContain('Time: Saturday 21 November, 15:30 IST.');
  expect(mail?.html).toContain('<a href="https://site.test/admin/forgot"');
});
