import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { createAccountFixture, password } from '../../test/account-fixture.ts';
import { footprint, send } from '../../test/test-app.ts';
import { recoveryCodes, totpSecrets } from '../platform/db/schema/accounts.ts';
import { users } from '../platform/db/schema/core.ts';
import { outboxMessages } from '../platform/db/schema/enquiries.ts';

const path = '/api/account/second-factor';
const body = { currentPassword: password };

async function createFixture() {
  const fixture = createAccountFixture();
  const { app, deps } = fixture;
  const owner = await fixture.addUser('Owner', 'super_admin');
  const editor = await fixture.addUser('Editor');
  const [token, elsewhere] = [(await fixture.signIn(editor)).token, (await fixture.signIn(editor)).token];
  const ownerToken = (await fixture.signIn(owner)).token;
  let secret = '';
  const codeAt = (offsetSeconds = 0) =>
    TOTP.generate({
      secret: Secret.fromBase32(secret),
      timestamp: deps.now().getTime() + offsetSeconds * 1000,
    });
  return {
    ...fixture,
    app,
    owner,
    editor,
    token,
    elsewhere,
    ownerToken,
    codeAt,
    status: () => fixture.users.find(editor._id).status,
    login: (code?: unknown, given = password, address?: string) =>
      send(app, '/api/auth/login', { body: { email: editor.email, password: given, code }, address }),
    async turnOn(): Promise<string[]> {
      const begun = await send(app, path, { body, token });
      secret = begun.body.secret;
      const confirmed = await send(app, `${path}/confirm`, { body: { code: codeAt() }, token });
      // A code works once: the sign-in that follows needs another.
      deps.clock.advance(30_000);
      return confirmed.body.recoveryCodes;
    },
  };
}

test('the published codes of RFC 6238 are what we count as right [F2]', () => {
  const secret = Secret.fromLatin1('12345678901234567890');
  const at = (seconds: number) => TOTP.generate({ secret, timestamp: seconds * 1000 });
  expect([59, 1_111_111_109, 1_234_567_890, 20_000_000_000].map(at)).toEqual(['287082', '081804', '005924', '353130']);
});

test('setting it up: a secret for the app, ten recovery codes once, and everybody else is signed out [A11]', async () => {
  const { app, deps, editor, elsewhere, token, turnOn } = await createFixture();
  const begun = await send(app, path, { body, token });
  expect(begun.body.uri).toMatch(/^otpauth:\/\/totp\/Threadline:editor%40example\.org\?/);
  expect((await send(app, path, { token })).body).toMatchObject({ isOn: false, recoveryCodesLeft: 0 });
  const codes = await turnOn();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
  expect((await send(app, path, { token })).body).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
  expect((await send(app, path, { token: elsewhere })).status).toBe(401);
  expect((await send(app, '/api/auth/me', { token })).body.user).toMatchObject({
    _id: editor._id,
    hasSecondFactor: true,
  });
  const everything = JSON.stringify(footprint(deps));
  expect(everything).not.toContain(begun.body.secret);
  for (const code of codes) expect(everything).not.toContain(code.replaceAll('-', ''));
});

test('signing in needs a code; what is missing is named, and nothing is handed out before [F1]', async () => {
  const { codeAt, deps, login, turnOn } = await createFixture();
  await turnOn();
  const before = footprint(deps);
  const first = await login();
  expect([first.status, first.body.code, first.body.errors[0].pointer]).toEqual([
    401,
    'second-factor-required',
    '/code',
  ]);
  expect([first.body.token, first.headers.get('set-cookie')]).toEqual([undefined, null]);
  expect(footprint(deps)).toEqual(before);
  const wrongPassword = await login(codeAt(), 'not-this-one');
  expect([wrongPassword.status, wrongPassword.body.code]).toEqual([401, 'unauthenticated']);
  const code = codeAt();
  expect((await login(`${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
});

test('a code works once, and the one before and after are taken, but none further away [F2]', async () => {
  const { codeAt, deps, login, turnOn } = await createFixture();
  await turnOn();
  deps.clock.advance(300_000);
  expect((await login(codeAt(-60))).status).toBe(401);
  expect((await login(codeAt(60))).status).toBe(401);
  expect((await login(codeAt(-30))).status).toBe(200);
  const code = codeAt();
  const replies = await Promise.all([login(code), login(code)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect((await login(codeAt(30))).status).toBe(200);
  expect((await login(code)).status).toBe(401);
});

test('a recovery code works once, also when it comes twice at the same moment [F3]', async () => {
  const { app, login, token, turnOn } = await createFixture();
  const [first = '', second = ''] = await turnOn();
  const replies = await Promise.all([login(first), login(first)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect((await login(second.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
  expect((await send(app, path, { token })).body.recoveryCodesLeft).toBe(8);
  const renewed = await send(app, `${path}/recovery-codes`, { body, token });
  expect(renewed.body.recoveryCodes).toHaveLength(10);
  expect((await login(second)).status).toBe(401);
});

test('five wrong codes lock the account, from wherever they come; a new password opens it [F2]', async () => {
  const { app, codeAt, deps, editor, login, ownerToken, status, token, turnOn } = await createFixture();
  await turnOn();
  for (let round = 0; round < 4; round++)
    expect((await login('000000', password, `198.51.100.${round}`)).status).toBe(401);
  expect(status()).toBe('active');
  const last = await login('000000', password, '198.51.100.9');
  expect([last.status, last.body.message, status()]).toEqual([403, expect.stringContaining('locked'), 'locked']);
  expect((await send(app, path, { token })).status).toBe(401);
  const before = footprint(deps);
  expect((await login(codeAt(), password, '192.0.2.1')).status).toBe(403);
  expect(footprint(deps)).toEqual(before);
  const change = { name: 'Editor', email: editor.email, password: 'another-one-9' };
  await send(app, `/api/auth/users/${editor._id}`, { method: 'PUT', body: change, token: ownerToken });
  expect((await login(codeAt(), 'another-one-9', '192.0.2.1')).status).toBe(200);
});

test('a right code in between starts the count anew', async () => {
  const { codeAt, deps, login, status, turnOn } = await createFixture();
  await turnOn();
  for (let round = 0; round < 8; round++) {
    if (round === 4) {
      deps.clock.advance(60_000);
      expect((await login(codeAt(), password, '192.0.2.1')).status).toBe(200);
    }
    await login('000000', password, `198.51.100.${round}`);
  }
  expect(status()).toBe('active');
});

test('turning it off needs the password, and the next sign-in needs no code [F5]', async () => {
  const { app, deps, login, token, turnOn } = await createFixture();
  await turnOn();
  expect((await send(app, path, { method: 'DELETE', body, token })).status).toBe(200);
  expect(deps.db.select().from(totpSecrets).all()).toEqual([]);
  expect(deps.db.select().from(recoveryCodes).all()).toEqual([]);
  expect((await login()).status).toBe(200);
});

test('a new password by a link does not go past it [F10]', async () => {
  const { app, codeAt, editor, login, ownerToken, turnOn } = await createFixture();
  await turnOn();
  const { body: made } = await send(app, `/api/auth/users/${editor._id}/link`, { method: 'POST', token: ownerToken });
  const accepted = { token: made.link.split('#')[1], password: 'another-one-9' };
  expect((await send(app, '/api/auth/links/accept', { body: accepted })).body.token).toBeUndefined();
  const refused = await login(undefined, 'another-one-9');
  expect([refused.status, refused.body.code]).toEqual([401, 'second-factor-required']);
  expect((await login(codeAt(), 'another-one-9')).status).toBe(200);
});

test('a super admin turns it off for other users, not for themselves, and an admin for no user', async () => {
  const { app, editor, login, owner, ownerToken, token, turnOn } = await createFixture();
  await turnOn();
  const end = (id: string, by: string) =>
    send(app, `/api/auth/users/${id}/second-factor`, { method: 'DELETE', token: by });
  expect((await end(editor._id, token)).status).toBe(403);
  expect((await end(owner._id, ownerToken)).status).toBe(403);
  expect((await end('nobody', ownerToken)).status).toBe(404);
  expect((await end(editor._id, ownerToken)).body.user.hasSecondFactor).toBe(false);
  expect((await send(app, path, { token })).status).toBe(401);
  expect((await login()).status).toBe(200);
});

test('after a restore without the keys, recovery codes still work [F2]', async () => {
  const { codeAt, deps, login, turnOn } = await createFixture();
  const [first] = await turnOn();
  deps.db
    .update(totpSecrets)
    .set({ encryptedSecret: 'AAAA'.repeat(20) })
    .run();
  expect((await login(codeAt())).status).toBe(401);
  expect((await login(first)).status).toBe(200);
  expect(deps.db.select().from(users).all()).toHaveLength(2);
});

type Fixture = Awaited<ReturnType<typeof createFixture>>;
const call = (method: string, to: string, given: unknown) => (fixture: Fixture) =>
  send(fixture.app, path + to, { method, body: given, token: fixture.token });
test.each([
  ['a wrong password', 422, call('POST', '', { currentPassword: 'not-this-one' })],
  ['no password', 422, call('POST', '', {})],
  ['turning it off with a wrong password', 422, call('DELETE', '', { currentPassword: 'not-this-one' })],
  [
    'new recovery codes for a wrong password',
    422,
    call('POST', '/recovery-codes', { currentPassword: 'not-this-one' }),
  ],
  ['a code before anything was begun', 409, call('POST', '/confirm', { code: '123456' })],
  ['a code as an operator', 422, call('POST', '/confirm', { code: { $ne: 1 } })],
  ['an empty code', 422, call('POST', '/confirm', { code: '' })],
  ['new recovery codes without a second factor', 409, call('POST', '/recovery-codes', body)],
  ['a code at sign-in as a list', 422, (fixture: Fixture) => fixture.login(['123456'])],
])('%s is refused with %i', async (_, status, act) => {
  const fixture = await createFixture();
  const before = footprint(fixture.deps);
  expect((await act(fixture)).status).toBe(status);
  expect(footprint(fixture.deps)).toEqual(before);
});

test('a secret that is not confirmed asks for nothing, and one that is on is not replaced', async () => {
  const { app, login, token, turnOn } = await createFixture();
  await send(app, path, { body, token });
  expect((await send(app, `${path}/confirm`, { body: { code: '000000' }, token })).status).toBe(422);
  expect((await login()).status).toBe(200);
  await turnOn();
  expect((await send(app, path, { body, token })).status).toBe(409);
});

test('removing the second factor of an account that has none changes nothing, ends no session and sends no message', async () => {
  const { app, deps, editor, ownerToken, token } = await createFixture();
  // Not confirmed, so it is none yet.
  await send(app, path, { body, token });
  const state = () => [deps.db.select().from(users).all(), deps.db.select().from(outboxMessages).all()];
  const before = state();
  const options = { method: 'DELETE', token: ownerToken };
  expect((await send(app, `/api/auth/users/${editor._id}/second-factor`, options)).status).toBe(200);
  expect(state()).toEqual(before);
  expect((await send(app, path, { token })).status).toBe(200);
  expect((await send(app, '/api/auth/users/nobody/second-factor', options)).status).toBe(404);
});
