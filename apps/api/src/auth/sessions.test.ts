import { createHash, createPrivateKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { cookieOf, createAccountScene } from '../../test/account-scene.ts';
import { footprint, send } from '../../test/test-app.ts';
import { auditLog, sessions } from '../db/schema.ts';

const minute = 60_000;
const hour = 60 * minute;

const digestOf = (token: string) =>
  createHash('sha256')
    .update(token.split('.')[1] ?? '')
    .digest('hex');

async function createSignedIn() {
  const scene = createAccountScene();
  const user = await scene.addUser('Editor', 'super_admin');
  const grant = await scene.signIn(user);
  const me = (token = grant.token) => send(scene.app, '/api/auth/me', { token });
  return { ...scene, user, grant, me };
}

test('an access token says who, which session and until when, and nothing about rights', async () => {
  const { grant, user } = await createSignedIn();
  expect(decodeProtectedHeader(grant.token)).toEqual({ alg: 'EdDSA', typ: 'at+jwt' });
  const claims = decodeJwt(grant.token);
  expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'nbf', 'sid', 'sub']);
  expect(claims.sub).toBe(user._id);
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(15 * 60);
});

test.skipIf(process.platform === 'win32')('the signing key is readable by its owner only', async () => {
  const { deps } = await createSignedIn();
  expect(statSync(join(deps.config.dataDir, 'keys', 'token-key.pem')).mode & 0o777).toBe(0o600);
});

test('an access token ends after 15 minutes', async () => {
  const { deps, me } = await createSignedIn();
  deps.clock.advance(15 * minute - 1000);
  expect((await me()).status).toBe(200);
  deps.clock.advance(2000);
  expect((await me()).status).toBe(401);
});

/** What is wrong with a token that is otherwise as ours: its header, its claims, or its key. */
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

test.each(forgeries)('Z2 A14 A17 a token %s is refused', async (_, forgery) => {
  const { deps, grant, me } = await createSignedIn();
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
  expect(reply.body).toMatchObject({ success: false, message: 'Your session has ended. Please sign in again.' });
  expect(footprint(deps)).toEqual(before);
});

test.each([
  ['nothing', {}],
  ['garbage', { authorization: 'Bearer garbage' }],
  ['an unsigned token', { authorization: `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.` }],
  ['another scheme', { authorization: 'Basic YTpi' }],
  ['two schemes', { authorization: 'Bearer a, Bearer b' }],
])('Z2 A15 a call with %s is not signed in', async (_, headers) => {
  const { app } = await createSignedIn();
  expect((await send(app, '/auth/me', { headers })).status).toBe(401);
  expect((await send(app, '/api/auth/users', { headers })).status).toBe(401);
});

test('A15 a token in the address is no token', async () => {
  const { app, grant } = await createSignedIn();
  expect((await send(app, `/auth/me?token=${grant.token}&access_token=${grant.token}`)).status).toBe(401);
});

test('Z3 Z5 the token of a deleted user ends with the user', async () => {
  const scene = await createSignedIn();
  const other = await scene.addUser('Author');
  const { token } = await scene.signIn(other);
  expect((await scene.me(token)).status).toBe(200);
  await send(scene.app, `/api/auth/users/${other._id}`, { method: 'DELETE', token: scene.grant.token });
  expect((await scene.me(token)).status).toBe(401);
  // Nor does it open the account of whoever comes after, under the same address.
  expect((await scene.addUser('Author'))._id).not.toBe(other._id);
  expect((await scene.me(token)).status).toBe(401);
});

test('A9 each sign-in opens a session of its own', async () => {
  const { grant, signIn, user } = await createSignedIn();
  const second = await signIn(user);
  expect(decodeJwt(second.token).sid).not.toBe(decodeJwt(grant.token).sid);
  expect(second.refreshToken).not.toBe(grant.refreshToken);
});

test('a refresh token hands out the next', async () => {
  const scene = await createSignedIn();
  scene.deps.clock.advance(20 * minute);
  const reply = await scene.refresh(scene.grant.refreshToken);
  expect(reply.status).toBe(200);
  expect(reply.body.user).toMatchObject({ name: 'Editor' });
  expect((await scene.me(reply.body.token)).status).toBe(200);
  const next = cookieOf(reply.headers)?.value;
  expect(next).not.toBe(scene.grant.refreshToken);
  expect((await scene.refresh(next)).status).toBe(200);
});

test('only a digest of the refresh token is stored', async () => {
  const { deps, grant } = await createSignedIn();
  expect(JSON.stringify(deps.db.select().from(sessions).all())).not.toContain(grant.refreshToken.split('.')[1]);
});

test('A12 a refresh token that was used before ends the session for its thief and its owner', async () => {
  const scene = await createSignedIn();
  const first = await scene.refresh(scene.grant.refreshToken);
  scene.deps.clock.advance(30_001);
  const again = await scene.refresh(scene.grant.refreshToken);
  expect(again.status).toBe(401);
  expect(cookieOf(again.headers)).toMatchObject({ name: 'rt', value: '' });
  expect((await scene.refresh(cookieOf(first.headers)?.value)).status).toBe(401);
  expect((await scene.me(first.body.token)).status).toBe(401);
  const actions = scene.deps.db.select({ action: auditLog.action }).from(auditLog).all();
  expect(actions.at(-1)).toEqual({ action: 'session.reuse-refused' });
});

test('a refresh with the id of a session and a made-up secret ends nothing', async () => {
  const scene = await createSignedIn();
  const [sessionId] = scene.grant.refreshToken.split('.');
  const before = footprint(scene.deps);
  for (const secret of ['junk', 'x'.repeat(43), 'A'.repeat(64), '']) {
    expect((await scene.refresh(`${sessionId}.${secret}`)).status).toBe(401);
  }
  expect(footprint(scene.deps)).toEqual(before);
  expect((await scene.me()).status).toBe(200);
  expect((await scene.refresh(scene.grant.refreshToken)).status).toBe(200);
});

test('a refresh with the secret of another session ends neither of them', async () => {
  const scene = await createSignedIn();
  const second = await scene.signIn(scene.user);
  const [sessionId] = scene.grant.refreshToken.split('.');
  const [, secret] = second.refreshToken.split('.');
  expect((await scene.refresh(`${sessionId}.${secret}`)).status).toBe(401);
  expect((await scene.me()).status).toBe(200);
  expect((await scene.me(second.token)).status).toBe(200);
});

test.each(['bearer', 'BEARER', 'Bearer'])('the scheme of the access token may be written %s', async (scheme) => {
  const { app, grant } = await createSignedIn();
  const reply = await send(app, '/api/auth/me', { headers: { authorization: `${scheme} ${grant.token}` } });
  expect(reply.status).toBe(200);
});

test.each(['/api/auth/logout', '/auth/logout'])(
  'POST %s tells the browser to drop its cache, and nothing else',
  async (path) => {
    const scene = await createSignedIn();
    for (const token of [scene.grant.token, undefined]) {
      const reply = await send(scene.app, path, { method: 'POST', token });
      expect([reply.status, reply.headers.get('clear-site-data')]).toEqual([200, '"cache"']);
    }
  },
);

test('a refresh whose reply was lost can be repeated for 30 s, counted from the first use', async () => {
  const scene = await createSignedIn();
  await scene.refresh(scene.grant.refreshToken);
  scene.deps.clock.advance(30_000);
  const repeated = await scene.refresh(scene.grant.refreshToken);
  expect(repeated.status).toBe(200);
  expect((await scene.me(repeated.body.token)).status).toBe(200);
  scene.deps.clock.advance(1);
  expect((await scene.refresh(scene.grant.refreshToken)).status).toBe(401);
  expect((await scene.me(repeated.body.token)).status).toBe(401);
});

test('A12 two refreshes with the same token at the same moment both succeed, but only one chain goes on', async () => {
  const scene = await createSignedIn();
  const { refreshToken } = scene.grant;
  const grants = await Promise.all([1, 2].map(() => scene.sessions.refresh(refreshToken)));
  const tokens = grants.map((grant) => grant?.refreshToken ?? '');
  const stored = scene.deps.db.select().from(sessions).get()?.refreshHash;
  const goesOn = tokens.filter((token) => digestOf(token) === stored);
  expect(goesOn).toHaveLength(1);
  const next = cookieOf((await scene.refresh(goesOn[0])).headers)?.value;
  expect((await scene.refresh(tokens.find((token) => token !== goesOn[0]))).status).toBe(401);
  expect((await scene.refresh(next)).status).toBe(401);
});

test('a logout with the token before the newest ends the session, too', async () => {
  const scene = await createSignedIn();
  await scene.refresh(scene.grant.refreshToken);
  const headers = { cookie: `rt=${scene.grant.refreshToken}` };
  await send(scene.app, '/auth/logout', { method: 'POST', headers });
  expect((await scene.me()).status).toBe(401);
});

test.each([
  ['no cookie', undefined, {}, 401],
  ['garbage', 'garbage', {}, 401],
  ['an unknown session', `${randomUUID()}.${'x'.repeat(43)}`, {}, 401],
  ['no X-Requested-With', 'own', { 'x-requested-with': '' }, 403],
  ['the origin of another site', 'own', { origin: 'https://evil.test' }, 403],
  ['no readable origin', 'own', { origin: 'null' }, 403],
  ['a mark of the browser that another site sent it', 'own', { 'sec-fetch-site': 'cross-site' }, 403],
])('A13 X6 a refresh with %s is refused', async (...[, given, headers, status]) => {
  const scene = await createSignedIn();
  const before = footprint(scene.deps);
  const reply = await scene.refresh(given === 'own' ? scene.grant.refreshToken : given, headers);
  expect(reply.status).toBe(status);
  expect(reply.body.success).toBe(false);
  expect(footprint(scene.deps)).toEqual(before);
});

test.each(['http://site.test', 'http://127.0.0.1:3499'])('a refresh from %s is from our own page', async (origin) => {
  const scene = await createSignedIn();
  const reply = await scene.refresh(scene.grant.refreshToken, { origin, host: '127.0.0.1:3499' });
  expect(reply.status).toBe(200);
});

test('A21 a session ends after 12 hours without a refresh', async () => {
  const scene = await createSignedIn();
  scene.deps.clock.advance(12 * hour + 1);
  expect((await scene.refresh(scene.grant.refreshToken)).status).toBe(401);
});

test('A21 a session ends after 7 days, however often it is refreshed', async () => {
  const scene = await createSignedIn();
  let token: string | undefined = scene.grant.refreshToken;
  for (let passed = 0; passed < 7 * 24; passed += 8) {
    const reply = await scene.refresh(token);
    expect(reply.status).toBe(200);
    token = cookieOf(reply.headers)?.value;
    scene.deps.clock.advance(8 * hour);
  }
  expect((await scene.refresh(token)).status).toBe(401);
});

test('A10 a logout ends the session on the server and clears the cookie', async () => {
  const scene = await createSignedIn();
  const reply = await send(scene.app, '/auth/logout', { method: 'POST', token: scene.grant.token });
  expect(reply.body).toEqual({ success: true, message: 'You are signed out.' });
  expect(cookieOf(reply.headers)?.value).toBe('');
  expect((await scene.me()).status).toBe(401);
  expect((await scene.refresh(scene.grant.refreshToken)).status).toBe(401);
});

test('A10 a logout with the cookie alone ends the session, too', async () => {
  const scene = await createSignedIn();
  const headers = { cookie: `rt=${scene.grant.refreshToken}` };
  expect((await send(scene.app, '/api/auth/logout', { method: 'POST', headers })).status).toBe(200);
  expect((await scene.me()).status).toBe(401);
});

test.each([
  ['nothing', {}],
  ['garbage', { authorization: 'Bearer garbage', cookie: 'rt=garbage' }],
])('a logout with %s succeeds and ends nothing', async (_, headers) => {
  const scene = await createSignedIn();
  expect((await send(scene.app, '/auth/logout', { method: 'POST', headers })).status).toBe(200);
  expect((await scene.me()).status).toBe(200);
});

test('knowing the id of a session is not enough to end it', async () => {
  const scene = await createSignedIn();
  const [id] = scene.grant.refreshToken.split('.');
  await send(scene.app, '/auth/logout', { method: 'POST', headers: { cookie: `rt=${id}.guessed` } });
  expect((await scene.me()).status).toBe(200);
});

test('sessions that are over leave the table with the next sign-in', async () => {
  const scene = await createSignedIn();
  scene.deps.clock.advance(8 * 24 * hour);
  await scene.signIn(scene.user);
  expect(scene.deps.db.select().from(sessions).all()).toHaveLength(1);
});
