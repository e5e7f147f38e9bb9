import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { password, readCookie } from '../../test/account-fixture.ts';
import { createPasskeyDevice, type Twist } from '../../test/passkey-device.ts';
import { createPasskeyFixture, origin, type PasskeyFixture, passkeysPath } from '../../test/passkey-fixture.ts';
import { footprint, send } from '../../test/test-app.ts';
import { passkeyChallenges, passkeys, recoveryCodes } from '../platform/db/schema/accounts.ts';
import { auditLog, users } from '../platform/db/schema/core.ts';

type Device = ReturnType<typeof createPasskeyDevice>;

test('a passkey alone signs in, without a name or a password', async () => {
  const { addPasskey, app, deps, editor, requestOptions, signIn, token } = await createPasskeyFixture();
  const { device } = await addPasskey({ backedUp: true });
  const asked = await requestOptions();
  expect(asked).toMatchObject({ rpId: 'site.test', userVerification: 'required', allowCredentials: [] });
  deps.clock.advance(60_000);
  const reply = await signIn(device.getAssertion(asked));
  expect([reply.status, reply.body.user._id]).toEqual([200, editor._id]);
  expect(readCookie(reply.headers)).toMatchObject({ name: '__Host-rt' });
  expect((await send(app, '/api/auth/me', { token: reply.body.token })).status).toBe(200);
  const [passkey] = (await send(app, passkeysPath, { token })).body.passkeys;
  expect(passkey.lastUsedAt).toBe(deps.now().toISOString());
  const last = deps.db.select().from(auditLog).all().at(-1);
  expect([last?.action, last?.subject]).toEqual(['user.signed-in-with-passkey', editor.email]);
});

const assert = (twist: Twist) => (fixture: PasskeyFixture, device: Device) => fixture.signInWith(device, twist);
test.each<[string, (fixture: PasskeyFixture, device: Device) => Promise<{ status: number }>]>([
  ['from a foreign page', assert({ origin: 'https://evil.test' })],
  ['from the same site without TLS', assert({ origin: 'http://site.test' })],
  ['from another port', assert({ origin: 'https://site.test:8443' })],
  ['in a frame of a foreign page', assert({ crossOrigin: true })],
  ['for another site', assert({ rpId: 'evil.test' })],
  ['without finger, face or PIN', assert({ unverified: true })],
  ['that was made to add a passkey', assert({ type: 'webauthn.create' })],
  ['to an unknown challenge', assert({ challenge: 'AAAA' })],
  ['with a foreign signature', assert({ signature: Buffer.from('3006020101020101', 'hex') })],
  ['with a signature that is none', assert({ signature: Buffer.from('00', 'hex') })],
  ['that does not say whose it is', assert({ userHandle: undefined })],
  [
    'that says it is somebody else’s',
    (fixture, device) => fixture.signInWith(device, { userHandle: toUserHandle(fixture.owner) }),
  ],
  ['of a device that is not known', (fixture) => fixture.signInWith(knownNowhere(fixture))],
  [
    'to a challenge for a second factor',
    async (fixture, device) => fixture.signIn(device.getAssertion((await fixture.login()).body.passkeyOptions)),
  ],
  [
    'to a challenge for a new passkey',
    async (fixture, device) => {
      const { challenge } = await fixture.ask();
      return fixture.signIn(device.getAssertion({ challenge, rpId: 'site.test' }));
    },
  ],
  [
    'after five minutes',
    async (fixture, device) => {
      const given = device.getAssertion(await fixture.requestOptions());
      fixture.deps.clock.advance(5 * 60_000);
      return fixture.signIn(given);
    },
  ],
])('an answer %s is refused with 401, and opens nothing [F4]', async (_, act) => {
  const fixture = await createPasskeyFixture();
  const { device } = await fixture.addPasskey();
  const before = readTrace(fixture);
  const reply = await act(fixture, device);
  expect([reply.status, readTrace(fixture)]).toEqual([401, before]);
  expect((await fixture.signInWith(device)).status).toBe(200);
});

test('an answer is taken only from the browser that asked [F4]', async () => {
  const { addPasskey, cookieFor, requestOptions, signIn } = await createPasskeyFixture();
  const { device } = await addPasskey();
  const [mine, other] = [await requestOptions(), await requestOptions()];
  const given = device.getAssertion(mine);
  const late = 'That took too long, or the passkey was already used. Use your passkey again.';
  for (const cookie of ['', '__Host-passkey=forged', cookieFor(other)]) {
    const reply = await signIn(given, undefined, cookie);
    expect([cookie, reply.status, reply.body.message]).toEqual([cookie, 401, late]);
  }
  expect((await signIn(given)).status).toBe(200);
});

test('a slow second step is refused with a new challenge, and locks nothing [F4]', async () => {
  const { addPasskey, deps, editor, login, users: accounts } = await createPasskeyFixture();
  const { device } = await addPasskey();
  let asked = (await login()).body.passkeyOptions;
  for (let round = 0; round < 6; round++) {
    deps.clock.advance(5 * 60_000);
    const reply = await login({ passkey: device.getAssertion(asked) }, `198.51.100.${round}`);
    expect([reply.status, reply.body.code]).toEqual([401, 'second-factor-required']);
    expect(reply.body.message).toBe('That took too long, or the passkey was already used. Use your passkey again.');
    asked = reply.body.passkeyOptions;
  }
  expect(accounts.find(editor._id).status).toBe('active');
  expect(deps.db.select().from(users).where(eq(users.id, editor._id)).get()?.failedSecondFactors).toBe(0);
  expect((await login({ passkey: device.getAssertion(asked) })).status).toBe(200);
});

test('the host that a request names changes nothing [F8]', async () => {
  const { addPasskey, app, signInWith } = await createPasskeyFixture();
  const { device } = await addPasskey();
  const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test', origin: 'https://evil.test' };
  const { body, headers: asked } = await send(app, '/api/auth/passkey/options', { method: 'POST', headers });
  const cookie = `__Host-passkey=${readCookie(asked)?.value}`;
  expect(body.options.rpId).toBe('site.test');
  const passkey = device.getAssertion({ ...body.options, rpId: 'evil.test' }, { origin: 'https://evil.test' });
  const reply = await send(app, '/api/auth/passkey', { body: { passkey }, headers: { ...headers, cookie } });
  expect([reply.status, reply.body.message]).toEqual([401, 'This passkey does not belong to an account of this site.']);
  expect((await signInWith(device)).status).toBe(200);
});

test('an answer works once, also when it comes twice at the same moment [F4]', async () => {
  const { addPasskey, deps, requestOptions, signIn } = await createPasskeyFixture();
  const { device } = await addPasskey();
  const given = device.getAssertion(await requestOptions());
  const replies = await Promise.all([signIn(given), signIn(given)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect((await signIn(given)).status).toBe(401);
  expect(deps.db.select().from(passkeyChallenges).all()).toEqual([]);
});

test('a counter that goes back is a copy: refused, also when both come at the same moment [F4]', async () => {
  const { addPasskey, requestOptions, signIn, signInWith } = await createPasskeyFixture();
  const { device } = await addPasskey();
  expect((await signInWith(device, { counter: 7 })).status).toBe(200);
  for (const counter of [7, 6, 0]) expect((await signInWith(device, { counter })).status).toBe(401);
  const both = [
    device.getAssertion(await requestOptions(), { counter: 8 }),
    device.getAssertion(await requestOptions(), { counter: 8 }),
  ];
  const replies = await Promise.all(both.map((given) => signIn(given)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test('devices that do not count are taken', async () => {
  const { addPasskey, signInWith } = await createPasskeyFixture();
  const { device } = await addPasskey();
  for (let round = 0; round < 3; round++) expect((await signInWith(device, { counter: 0 })).status).toBe(200);
});

test.each(['disabled', 'locked', 'invited'] as const)('an account that is %s is not opened', async (status) => {
  const { addPasskey, deps, editor, signInWith } = await createPasskeyFixture();
  const { device } = await addPasskey();
  deps.db.update(users).set({ status }).where(eq(users.id, editor._id)).run();
  const reply = await signInWith(device);
  expect([reply.status, reply.headers.get('set-cookie')]).toEqual([status === 'invited' ? 401 : 403, null]);
});

test('passkey attempts count like password attempts, challenges count separately, and successful ones are not counted', async () => {
  const { addPasskey, app, requestOptions, signIn, signInWith } = await createPasskeyFixture();
  const { device } = await addPasskey();
  for (let round = 0; round < 60; round++) expect((await signInWith(device)).status).toBe(200);
  const stale = device.getAssertion({ challenge: 'AAAA', rpId: 'site.test' });
  for (let round = 0; round < 50; round++) expect((await signIn(stale)).status).toBe(401);
  const next = device.getAssertion(await requestOptions());
  expect((await signIn(next)).status).toBe(429);
  const login = { email: 'owner@example.org', password };
  expect((await send(app, '/api/auth/login', { body: login })).status).toBe(429);
  expect((await signIn(next, '192.0.2.1')).status).toBe(200);
  const asked = [];
  for (let round = 0; round < 60; round++)
    asked.push((await send(app, '/api/auth/passkey/options', { method: 'POST' })).status);
  expect(asked).toContain(429);
});

test('after the password the passkeys of the account are asked for, and one of them opens it', async () => {
  const { addPasskey, login } = await createPasskeyFixture();
  const { device } = await addPasskey();
  const { device: key } = await addPasskey({ name: 'Key' });
  const first = await login();
  expect([first.status, first.body.code, first.body.token]).toEqual([401, 'second-factor-required', undefined]);
  expect(first.headers.get('set-cookie')).toBeNull();
  expect(first.body.passkeyOptions.allowCredentials.map(({ id }: { id: string }) => id)).toEqual([device.id, key.id]);
  // A key that is named needs not say whose it is.
  const reply = await login({ passkey: key.getAssertion(first.body.passkeyOptions, { userHandle: undefined }) });
  expect(reply.status).toBe(200);
});

test('a wrong password tells nothing of passkeys, and takes none', async () => {
  const { addPasskey, login } = await createPasskeyFixture();
  const { device } = await addPasskey();
  const { body } = await login();
  const reply = await login({ password: 'not-this-one', passkey: device.getAssertion(body.passkeyOptions) });
  expect([reply.status, reply.body.code, reply.body.passkeyOptions]).toEqual([401, 'unauthenticated', undefined]);
});

test('as a second factor the passkey of another user is refused, and five wrong ones lock the account', async () => {
  const { addPasskey, login, ownerToken, users: accounts, editor, signInWith } = await createPasskeyFixture();
  const { device } = await addPasskey();
  const { device: foreign } = await addPasskey({ by: ownerToken });
  let asked = (await login()).body.passkeyOptions;
  for (let round = 0; round < 4; round++) {
    const reply = await login({ passkey: foreign.getAssertion(asked) }, `198.51.100.${round}`);
    expect([reply.status, reply.body.code]).toEqual([401, 'second-factor-required']);
    asked = reply.body.passkeyOptions;
  }
  expect(accounts.find(editor._id).status).toBe('active');
  expect((await login({ passkey: foreign.getAssertion(asked) }, '198.51.100.9')).status).toBe(403);
  expect(accounts.find(editor._id).status).toBe('locked');
  expect((await signInWith(device)).status).toBe(403);
});

test('wrong codes and wrong passkeys are one count, and a right passkey starts it anew', async () => {
  const { addPasskey, editor, login, users: accounts } = await createPasskeyFixture();
  const { device } = await addPasskey();
  for (let round = 0; round < 9; round++) {
    const asked = (await login({}, `192.0.2.${round}`)).body.passkeyOptions;
    const given = round === 4 ? { passkey: device.getAssertion(asked) } : { code: '000000' };
    expect((await login(given, `198.51.100.${round}`)).status).toBe(round === 4 ? 200 : 401);
  }
  expect(accounts.find(editor._id).status).toBe('active');
});

test('a recovery code opens an account that has only passkeys, once [F3]', async () => {
  const { addPasskey, login } = await createPasskeyFixture();
  const { recoveryCodes: codes } = await addPasskey();
  expect((await login({ code: codes[0] })).status).toBe(200);
  expect((await login({ code: codes[0] })).status).toBe(401);
});

test('an app and a passkey side by side: either opens, and the last one that goes takes the recovery codes along', async () => {
  const { addPasskey, app, deps, login, token } = await createPasskeyFixture();
  const { device, passkeyId } = await addPasskey();
  const factor = '/api/account/second-factor';
  const body = { currentPassword: password };
  const begun = await send(app, factor, { body, token });
  const code = () => TOTP.generate({ secret: Secret.fromBase32(begun.body.secret), timestamp: deps.now().getTime() });
  expect((await send(app, `${factor}/confirm`, { body: { code: code() }, token })).body.recoveryCodes).toEqual([]);
  deps.clock.advance(30_000);
  expect((await login({ code: code() })).status).toBe(200);
  expect((await login({ passkey: device.getAssertion((await login()).body.passkeyOptions) })).status).toBe(200);

  await send(app, factor, { method: 'DELETE', body, token });
  const me = async () => (await send(app, '/api/auth/me', { token })).body.user.hasSecondFactor;
  expect([await me(), deps.db.select().from(recoveryCodes).all().length]).toEqual([true, 10]);
  expect((await send(app, `${factor}/recovery-codes`, { body, token })).body.recoveryCodes).toHaveLength(10);
  await send(app, `${passkeysPath}/${passkeyId}`, { method: 'DELETE', body, token });
  expect([await me(), deps.db.select().from(recoveryCodes).all().length]).toEqual([false, 0]);
  expect((await login()).status).toBe(200);
});

test('a passkey that was removed opens nothing, nor does one of an account that was deleted', async () => {
  const { addPasskey, app, deps, editor, ownerToken, signInWith, token } = await createPasskeyFixture();
  const [first, second] = [await addPasskey(), await addPasskey({ name: 'Key' })];
  const body = { currentPassword: password };
  await send(app, `${passkeysPath}/${first.passkeyId}`, { method: 'DELETE', body, token });
  expect((await signInWith(first.device)).status).toBe(401);
  await send(app, `/api/auth/users/${editor._id}`, { method: 'DELETE', token: ownerToken });
  expect((await signInWith(second.device)).status).toBe(401);
  expect(deps.db.select().from(passkeys).all()).toEqual([]);
});

test('a super admin who removes the second factor of a user removes the passkeys, too', async () => {
  const { addPasskey, app, deps, editor, login, ownerToken, signInWith, token } = await createPasskeyFixture();
  const { device } = await addPasskey();
  await send(app, `/api/auth/users/${editor._id}/second-factor`, { method: 'DELETE', token: ownerToken });
  expect(deps.db.select().from(passkeys).all()).toEqual([]);
  expect((await send(app, '/api/auth/me', { token })).status).toBe(401);
  expect((await signInWith(device)).status).toBe(401);
  expect((await login()).status).toBe(200);
});

function toUserHandle({ _id }: { _id: string }): string {
  return Buffer.from(_id).toString('base64url');
}

/** A device whose passkey says it is the editor's, with a key that was never added. */
function knownNowhere({ editor }: PasskeyFixture): Device {
  const device = createPasskeyDevice({ origin });
  device.create({ challenge: 'AAAA', rp: { id: 'site.test' }, user: { id: toUserHandle(editor) } });
  return device;
}

/** A response consumes its challenge, whether it is correct or not. */
function readTrace({ deps }: PasskeyFixture): unknown {
  const { rows } = footprint(deps) as { rows: [string, unknown][] };
  return rows.filter(([table]) => table !== 'passkey_challenges');
}
