import { createPrivateKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { createSignedInFixture, readCookie } from '../../test/account-fixture.ts';
import { footprint, send } from '../../test/test-app.ts';
import { sessions } from '../platform/db/schema/core.ts';

const minute = 60_000;
const hour = 60 * minute;

test('an access token says who, which session and until when, and nothing about rights', async () => {
  const { grant, user } = await createSignedInFixture();
  expect(decodeProtectedHeader(grant.token)).toEqual({ alg: 'EdDSA', typ: 'at+jwt' });
  const claims = decodeJwt(grant.token);
  expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'nbf', 'sid', 'sub']);
  expect(claims.sub).toBe(user._id);
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(15 * 60);
});

test.skipIf(process.platform === 'win32')('the signing key is readable by its owner only', async () => {
  const { deps } = await createSignedInFixture();
  expect(statSync(join(deps.config.dataDir, 'keys', 'token-key.pem')).mode & 0o777).toBe(0o600);
});

test('an access token ends after 15 minutes', async () => {
  const { deps, me } = await createSignedInFixture();
  deps.clock.advance(15 * minute - 1000);
  expect((await me()).status).toBe(200);
  deps.clock.advance(2000);
  expect((await me()).status).toBe(401);
});

/** Faults of an otherwise valid token: in its header, its claims, or its key. */
interface Forgery {
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  key?: Parameters<SignJWT['sign']>[0];
}
const foreign = generateKeyPairSync('ed25519');
const forgeries: [string, Forgery][] = [
  ['of another key', { key: foreign.privateKey }],
  [
    'of a key that it brings along',
    { key: foreign.privateKey, header: { jwk: foreign.publicKey.export({ format: 'jwk' }) } },
  ],
  ['of another algorithm', { key: new TextEncoder().encode('s'.repeat(32)), header: { alg: 'HS256' } }],
  ['of another type', { header: { typ: 'id+jwt' } }],
  ['without a type', { header: { typ: undefined } }],
  ['of another issuer', { claims: { iss: 'somebody' } }],
  ['for another audience', { claims: { aud: 'http://other.test' } }],
  ['that is not valid yet', { claims: { nbf: 2_000_000_000 } }],
  ['that never ends', { claims: { exp: undefined } }],
  ['that names another user', { claims: { sub: randomUUID() } }],
  ['that names another session', { claims: { sid: randomUUID() } }],
  ['whose session is a list', { claims: { sid: ['x'] } }],
];

test.each(forgeries)('a token %s is refused [Z2, A14, A17]', async (_, forgery) => {
  const { deps, grant, me } = await createSignedInFixture();
  const ownKey = createPrivateKey(readFileSync(join(deps.config.dataDir, 'keys', 'token-key.pem')));
  const forge = ({ header, claims, key = ownKey }: Forgery) =>
    new SignJWT({ ...decodeJwt(grant.token), ...claims })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', ...header })
      .sign(key);
  expect((await me(await forge({}))).status).toBe(200);
  const before = footprint(deps);
  const reply = await me(await forge(forgery));
  expect(reply.status).toBe(401);
  expect(reply.headers.get('www-authenticate')).toBe('Bearer');
  expect(reply.body).toMatchObject({ success: false, message: 'Your session has ended. Sign in again.' });
  expect(footprint(deps)).toEqual(before);
});

test.each([
  ['nothing', {}],
  ['garbage', { authorization: 'Bearer garbage' }],
  ['an unsigned token', { authorization: `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.` }],
  ['another scheme', { authorization: 'Basic YTpi' }],
  ['two schemes', { authorization: 'Bearer a, Bearer b' }],
])('a call with %s is not signed in [Z2, A15]', async (_, headers) => {
  const { app } = await createSignedInFixture();
  expect((await send(app, '/auth/me', { headers })).status).toBe(401);
  expect((await send(app, '/api/auth/users', { headers })).status).toBe(401);
});

test('a token in the address is no token [A15]', async () => {
  const { app, grant } = await createSignedInFixture();
  expect((await send(app, `/auth/me?token=${grant.token}&access_token=${grant.token}`)).status).toBe(401);
});

test('the token of a deleted user ends with the user [Z3, Z5]', async () => {
  const fixture = await createSignedInFixture();
  const other = await fixture.addUser('Author');
  const { token } = await fixture.signIn(other);
  expect((await fixture.me(token)).status).toBe(200);
  await send(fixture.app, `/api/auth/users/${other._id}`, { method: 'DELETE', token: fixture.grant.token });
  expect((await fixture.me(token)).status).toBe(401);
  // Nor does it open a later account with the same address.
  expect((await fixture.addUser('Author'))._id).not.toBe(other._id);
  expect((await fixture.me(token)).status).toBe(401);
});

test('each sign-in opens a session of its own [A9]', async () => {
  const { grant, signIn, user } = await createSignedInFixture();
  const second = await signIn(user);
  expect(decodeJwt(second.token).sid).not.toBe(decodeJwt(grant.token).sid);
  expect(second.refreshToken).not.toBe(grant.refreshToken);
});

test.each(['bearer', 'BEARER', 'Bearer'])('the scheme of the access token may be written %s', async (scheme) => {
  const { app, grant } = await createSignedInFixture();
  const reply = await send(app, '/api/auth/me', { headers: { authorization: `${scheme} ${grant.token}` } });
  expect(reply.status).toBe(200);
});

test.each(['/api/auth/logout', '/auth/logout'])(
  'POST %s tells the browser to drop its cache, and nothing else',
  async (path) => {
    const fixture = await createSignedInFixture();
    for (const token of [fixture.grant.token, undefined]) {
      const reply = await send(fixture.app, path, { method: 'POST', token });
      expect([reply.status, reply.headers.get('clear-site-data')]).toEqual([200, '"cache"']);
    }
  },
);

test('a logout with the token before the newest ends the session, too', async () => {
  const fixture = await createSignedInFixture();
  await fixture.refresh(fixture.grant.refreshToken);
  const headers = { cookie: `rt=${fixture.grant.refreshToken}` };
  await send(fixture.app, '/auth/logout', { method: 'POST', headers });
  expect((await fixture.me()).status).toBe(401);
});

test('a session ends after 12 hours without a refresh [A21]', async () => {
  const fixture = await createSignedInFixture();
  fixture.deps.clock.advance(12 * hour + 1);
  expect((await fixture.refresh(fixture.grant.refreshToken)).status).toBe(401);
});

test('a session ends after 7 days, however often it is refreshed [A21]', async () => {
  const fixture = await createSignedInFixture();
  let token: string | undefined = fixture.grant.refreshToken;
  for (let passed = 0; passed < 7 * 24; passed += 8) {
    const reply = await fixture.refresh(token);
    expect(reply.status).toBe(200);
    token = readCookie(reply.headers)?.value;
    fixture.deps.clock.advance(8 * hour);
  }
  expect((await fixture.refresh(token)).status).toBe(401);
});

test('a logout ends the session on the server and clears the cookie [A10]', async () => {
  const fixture = await createSignedInFixture();
  const reply = await send(fixture.app, '/auth/logout', { method: 'POST', token: fixture.grant.token });
  expect(reply.body).toEqual({ success: true, message: 'You are signed out.' });
  expect(readCookie(reply.headers)?.value).toBe('');
  expect((await fixture.me()).status).toBe(401);
  expect((await fixture.refresh(fixture.grant.refreshToken)).status).toBe(401);
});

test('a logout with the cookie alone ends the session, too [A10]', async () => {
  const fixture = await createSignedInFixture();
  const headers = { cookie: `rt=${fixture.grant.refreshToken}` };
  expect((await send(fixture.app, '/api/auth/logout', { method: 'POST', headers })).status).toBe(200);
  expect((await fixture.me()).status).toBe(401);
});

test.each([
  ['nothing', {}],
  ['garbage', { authorization: 'Bearer garbage', cookie: 'rt=garbage' }],
])('a logout with %s succeeds and ends nothing', async (_, headers) => {
  const fixture = await createSignedInFixture();
  expect((await send(fixture.app, '/auth/logout', { method: 'POST', headers })).status).toBe(200);
  expect((await fixture.me()).status).toBe(200);
});

test('knowing the id of a session is not enough to end it', async () => {
  const fixture = await createSignedInFixture();
  const [id] = fixture.grant.refreshToken.split('.');
  await send(fixture.app, '/auth/logout', { method: 'POST', headers: { cookie: `rt=${id}.guessed` } });
  expect((await fixture.me()).status).toBe(200);
});

test('sessions that are over leave the table with the next sign-in', async () => {
  const fixture = await createSignedInFixture();
  fixture.deps.clock.advance(8 * 24 * hour);
  await fixture.signIn(fixture.user);
  expect(fixture.deps.db.select().from(sessions).all()).toHaveLength(1);
});
