import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cookieOf, createSignedInScene } from '../../test/account-scene.ts';
import { footprint } from '../../test/test-app.ts';
import { auditLog, sessions } from '../platform/db/schema/core.ts';

const digestOf = (token: string) =>
  createHash('sha256')
    .update(token.split('.')[1] ?? '')
    .digest('hex');

test('a refresh token hands out the next', async () => {
  const scene = await createSignedInScene();
  scene.deps.clock.advance(20 * 60_000);
  const reply = await scene.refresh(scene.grant.refreshToken);
  expect(reply.status).toBe(200);
  expect(reply.body.user).toMatchObject({ name: 'Editor' });
  expect((await scene.me(reply.body.token)).status).toBe(200);
  const next = cookieOf(reply.headers)?.value;
  expect(next).not.toBe(scene.grant.refreshToken);
  expect((await scene.refresh(next)).status).toBe(200);
});

test('only a digest of the refresh token is stored', async () => {
  const { deps, grant } = await createSignedInScene();
  expect(JSON.stringify(deps.db.select().from(sessions).all())).not.toContain(grant.refreshToken.split('.')[1]);
});

test('a refresh token that was used before ends the session for its thief and its owner [A12]', async () => {
  const scene = await createSignedInScene();
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
  const scene = await createSignedInScene();
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
  const scene = await createSignedInScene();
  const second = await scene.signIn(scene.user);
  const [sessionId] = scene.grant.refreshToken.split('.');
  const [, secret] = second.refreshToken.split('.');
  expect((await scene.refresh(`${sessionId}.${secret}`)).status).toBe(401);
  expect((await scene.me()).status).toBe(200);
  expect((await scene.me(second.token)).status).toBe(200);
});

test('a refresh whose reply was lost can be repeated for 30 s, counted from the first use', async () => {
  const scene = await createSignedInScene();
  await scene.refresh(scene.grant.refreshToken);
  scene.deps.clock.advance(30_000);
  const repeated = await scene.refresh(scene.grant.refreshToken);
  expect(repeated.status).toBe(200);
  expect((await scene.me(repeated.body.token)).status).toBe(200);
  scene.deps.clock.advance(1);
  expect((await scene.refresh(scene.grant.refreshToken)).status).toBe(401);
  expect((await scene.me(repeated.body.token)).status).toBe(401);
});

test('two refreshes with the same token at the same moment both succeed, but only one chain goes on [A12]', async () => {
  const scene = await createSignedInScene();
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

test.each([
  ['no cookie', undefined, {}, 401],
  ['garbage', 'garbage', {}, 401],
  ['an unknown session', `${randomUUID()}.${'x'.repeat(43)}`, {}, 401],
  ['no X-Requested-With', 'own', { 'x-requested-with': '' }, 403],
  ['the origin of another site', 'own', { origin: 'https://evil.test' }, 403],
  ['no readable origin', 'own', { origin: 'null' }, 403],
  ['a mark of the browser that another site sent it', 'own', { 'sec-fetch-site': 'cross-site' }, 403],
])('a refresh with %s is refused [A13, X6]', async (...[, given, headers, status]) => {
  const scene = await createSignedInScene();
  const before = footprint(scene.deps);
  const reply = await scene.refresh(given === 'own' ? scene.grant.refreshToken : given, headers);
  expect(reply.status).toBe(status);
  expect(reply.body.success).toBe(false);
  expect(footprint(scene.deps)).toEqual(before);
});

test.each(['http://site.test', 'http://127.0.0.1:3499'])('a refresh from %s is from our own page', async (origin) => {
  const scene = await createSignedInScene();
  const reply = await scene.refresh(scene.grant.refreshToken, { origin, host: '127.0.0.1:3499' });
  expect(reply.status).toBe(200);
});
