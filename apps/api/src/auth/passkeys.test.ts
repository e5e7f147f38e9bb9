import { expect, test } from 'vitest';
import { password } from '../../test/account-fixture.ts';
import { createAttestation, createPasskeyDevice, type Twist } from '../../test/passkey-device.ts';
import { createPasskeyFixture, origin, type PasskeyFixture, passkeysPath } from '../../test/passkey-fixture.ts';
import { footprint, send } from '../../test/test-app.ts';
import { passkeyChallenges, passkeys, recoveryCodes } from '../platform/db/schema/accounts.ts';
import { auditLog } from '../platform/db/schema/core.ts';

test('a passkey is added, listed, renamed and removed, and each of it is in the log', async () => {
  const { addPasskey, app, deps, editor, token } = await createPasskeyFixture();
  const { passkeyId, recoveryCodes: codes } = await addPasskey({ name: 'Phone', backedUp: true });
  expect(codes).toHaveLength(10);
  const list = () => send(app, passkeysPath, { token });
  expect((await list()).body.passkeys).toEqual([
    { id: passkeyId, name: 'Phone', createdAt: deps.now().toISOString(), lastUsedAt: null, backedUp: true },
  ]);
  expect((await send(app, '/api/auth/me', { token })).body.user.hasSecondFactor).toBe(true);
  const path = `${passkeysPath}/${passkeyId}`;
  await send(app, path, { method: 'PATCH', body: { name: 'Old phone' }, token });
  expect((await list()).body.passkeys[0].name).toBe('Old phone');
  const removed = await send(app, path, { method: 'DELETE', body: { currentPassword: password }, token });
  expect(removed.status).toBe(200);
  expect((await list()).body.passkeys).toEqual([]);
  expect((await send(app, '/api/auth/me', { token })).body.user.hasSecondFactor).toBe(false);
  expect(deps.db.select().from(recoveryCodes).all()).toEqual([]);
  const actions = deps.db
    .select()
    .from(auditLog)
    .all()
    .filter(({ action }) => action.includes('passkey'));
  expect(actions.map(({ action, subject }) => [action, subject])).toEqual([
    ['user.passkey-added', editor.email],
    ['user.passkey-removed', editor.email],
  ]);
});

test("a password that a super admin sets takes the passkeys away, one's own does not", async () => {
  const { addPasskey, app, deps, editor, owner, token, ownerToken } = await createPasskeyFixture();
  await addPasskey();
  const path = (id: string) => `/api/auth/users/${id}`;
  const values = { name: 'Editor', email: editor.email, role: 'admin', password: 'another-mango-tree' };
  const own = await send(app, path(editor._id), {
    method: 'PUT',
    body: { ...values, currentPassword: password },
    token,
  });
  expect([own.status, deps.db.select().from(passkeys).all().length]).toEqual([200, 1]);
  const reset = await send(app, path(editor._id), {
    method: 'PUT',
    body: { ...values, password: 'third-mango-tree' },
    token: ownerToken,
  });
  expect([reset.status, reset.body.user.hasSecondFactor]).toEqual([200, false]);
  expect(deps.db.select().from(passkeys).all()).toEqual([]);
  expect(deps.db.select().from(auditLog).all().at(-1)).toMatchObject({
    action: 'user.passkeys-removed',
    byName: owner.name,
  });
});

test('a password that a super admin sets and the end of the passkeys are one: when one fails, so does the other', async () => {
  const { addPasskey, app, deps, editor, ownerToken } = await createPasskeyFixture();
  await addPasskey();
  const before = footprint(deps);
  const sqlite = deps.db.$client;
  sqlite.exec("create trigger fault before delete on passkeys begin select raise(abort, 'injected fault'); end");
  const reply = await send(app, `/api/auth/users/${editor._id}`, {
    method: 'PUT',
    body: { name: 'Editor', email: editor.email, role: 'admin', password: 'third-mango-tree' },
    token: ownerToken,
  });
  sqlite.exec('drop trigger fault');
  expect([reply.status, reply.body.success]).toEqual([500, false]);
  expect(footprint(deps)).toEqual(before);
});

test('adding one ends the other sessions, and a second one creates no new recovery codes', async () => {
  const { addPasskey, app, editor, sessions, signIn, token, ...fixture } = await createPasskeyFixture();
  const elsewhere = (await sessions.begin({ id: editor._id, sessionVersion: 1 }, 'test'))?.token;
  await addPasskey();
  expect((await send(app, '/api/auth/me', { token: elsewhere })).status).toBe(401);
  expect((await addPasskey({ name: 'Key' })).recoveryCodes).toEqual([]);
  expect((await send(app, passkeysPath, { token })).body.passkeys).toHaveLength(2);
  expect(fixture.deps.db.select().from(recoveryCodes).all()).toHaveLength(10);
});

test('the device is asked for its owner, for this site alone, and for what it does not have yet', async () => {
  const { addPasskey, ask, editor } = await createPasskeyFixture();
  const { device } = await addPasskey();
  const requestOptions = await ask();
  expect(requestOptions).toMatchObject({
    rp: { id: 'site.test' },
    user: { id: Buffer.from(editor._id).toString('base64url'), name: editor.email },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: device.id, transports: ['internal'] }],
  });
});

const changed = (twist: Twist) => async (fixture: PasskeyFixture) =>
  createPasskeyDevice({ origin }).create(await fixture.ask(), twist);
test.each<[string, number, (fixture: PasskeyFixture) => Promise<unknown>]>([
  ['made on a foreign page', 422, changed({ origin: 'https://evil.test' })],
  ['made on the same site without TLS', 422, changed({ origin: 'http://site.test' })],
  ['made in a frame of a foreign page', 409, changed({ crossOrigin: true })],
  ['made for another site', 422, changed({ rpId: 'evil.test' })],
  ['made without finger, face or PIN', 422, changed({ unverified: true })],
  ['of an assertion instead of an attestation', 422, changed({ type: 'webauthn.get' })],
  ['with a challenge of its own', 409, changed({ challenge: 'AAAA' })],
  ['with an unrequested certificate', 422, changed({ attestation: withCertificate('packed') })],
  ['with an unrequested attestation format', 422, changed({ attestation: createAttestation('android-safetynet') })],
  [
    'asked for in another session',
    409,
    async (fixture) => {
      const { token } = await fixture.signInElsewhere();
      return createPasskeyDevice({ origin }).create(await fixture.ask(token));
    },
  ],
  [
    'asked for by somebody else',
    409,
    async (fixture) => createPasskeyDevice({ origin }).create(await fixture.ask(fixture.ownerToken)),
  ],
  [
    'asked for at sign-in',
    409,
    async (fixture) => {
      const { challenge } = await fixture.requestOptions();
      return createPasskeyDevice({ origin }).create({ ...(await fixture.ask()), challenge });
    },
  ],
  [
    'after five minutes',
    409,
    async (fixture) => {
      const passkey = createPasskeyDevice({ origin }).create(await fixture.ask());
      fixture.deps.clock.advance(5 * 60_000);
      return passkey;
    },
  ],
  ['that is text', 422, async () => 'passkey'],
  ['that is empty', 422, async () => ({})],
  ['of garbage', 422, async (fixture) => garbled(await fixture.ask())],
])('a passkey %s is refused with %i [F4]', async (_, status, make) => {
  const fixture = await createPasskeyFixture();
  const passkey = await make(fixture);
  const before = footprintWithoutQuestions(fixture);
  const reply = await send(fixture.app, passkeysPath, { body: { name: 'Phone', passkey }, token: fixture.token });
  expect(reply.status).toBe(status);
  expect(footprintWithoutQuestions(fixture)).toEqual(before);
});

test('a challenge works for one response and one account, also with concurrent responses [F4]', async () => {
  const { app, ask, deps, ownerToken, token } = await createPasskeyFixture();
  const device = createPasskeyDevice({ origin });
  const add = (by: string, passkey: unknown) =>
    send(app, passkeysPath, { body: { name: 'Phone', passkey }, token: by });
  const passkey = device.create(await ask());
  const replies = await Promise.all([add(token, passkey), add(token, passkey)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect((await add(ownerToken, device.create(await ask(ownerToken)))).status).toBe(409);
  expect(deps.db.select().from(passkeys).all()).toHaveLength(1);
});

test.each([
  ['POST', '/options', {}],
  ['POST', '/options', { currentPassword: 'not-this-one' }],
  ['DELETE', '/:id', {}],
  ['DELETE', '/:id', { currentPassword: 'not-this-one' }],
  ['PATCH', '/:id', { name: '' }],
  ['PATCH', '/:id', { name: 'x'.repeat(61) }],
  ['PATCH', '/:id', { name: { $ne: 1 } }],
])('%s %s with %j is refused and changes nothing [F5]', async (method, path, body) => {
  const { addPasskey, app, deps, token } = await createPasskeyFixture();
  const { passkeyId } = await addPasskey();
  const before = footprint(deps);
  const reply = await send(app, passkeysPath + path.replace(':id', passkeyId), { method, body, token });
  expect(reply.status).toBe(422);
  expect(footprint(deps)).toEqual(before);
});

test('the passkey of another user is not found, whatever the role [F4]', async () => {
  const { addPasskey, app, deps, ownerToken } = await createPasskeyFixture();
  const { passkeyId } = await addPasskey();
  const path = `${passkeysPath}/${passkeyId}`;
  const before = footprint(deps);
  const body = { currentPassword: password };
  expect((await send(app, path, { method: 'DELETE', body, token: ownerToken })).status).toBe(404);
  expect((await send(app, path, { method: 'PATCH', body: { name: 'Mine' }, token: ownerToken })).status).toBe(404);
  expect((await send(app, passkeysPath, { token: ownerToken })).body.passkeys).toEqual([]);
  expect(footprint(deps)).toEqual(before);
});

test('an account has at most twenty', async () => {
  const { app, deps, editor, token } = await createPasskeyFixture();
  for (let number = 0; number < 20; number++) {
    deps.db
      .insert(passkeys)
      .values({
        id: `${number}`,
        userId: editor._id,
        credentialId: `c${number}`,
        publicKey: Buffer.alloc(1),
        counter: 0,
        transports: [],
        name: 'Key',
        createdAt: deps.now().toISOString(),
        backedUp: false,
      })
      .run();
  }
  const reply = await send(app, `${passkeysPath}/options`, { body: { currentPassword: password }, token });
  expect([reply.status, deps.db.select().from(passkeyChallenges).all()]).toEqual([409, []]);
});

test.each([
  ['http://site.test', false],
  ['https://192.0.2.1', false],
  ['https://[2001:db8::1]', false],
  ['http://localhost:3000', true],
  ['https://site.test:8443', true],
])('at %s browsers take passkeys: %s', async (siteUrl, isPossible) => {
  const { app, token } = await createPasskeyFixture({ SITE_URL: siteUrl });
  const ask = () => send(app, `${passkeysPath}/options`, { body: { currentPassword: password }, token });
  expect((await ask()).status).toBe(isPossible ? 201 : 409);
  expect((await send(app, '/api/auth/passkey/options', { method: 'POST' })).status).toBe(isPossible ? 200 : 404);
});

function withCertificate(format: string): Buffer {
  // {"x5c": [h'00']}
  return createAttestation(format, Buffer.from([0xa1, 0x63, 0x78, 0x35, 0x63, 0x81, 0x41, 0x00]));
}

function garbled(requestOptions: Parameters<ReturnType<typeof createPasskeyDevice>['create']>[0]) {
  const passkey = createPasskeyDevice({ origin }).create(requestOptions);
  return { ...passkey, response: { ...passkey.response, attestationObject: 'AAAAAAAA' } };
}

/** A response consumes its challenge, whether it is correct or not. */
function footprintWithoutQuestions({ deps }: PasskeyFixture): unknown {
  const { rows } = footprint(deps) as { rows: [string, unknown][] };
  return rows.filter(([table]) => table !== 'passkey_challenges');
}
