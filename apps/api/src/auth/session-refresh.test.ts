import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSignedInFixture, readCookie } from '../../test/account-fixture.ts';
import { footprint } from '../../test/test-app.ts';
import { auditLog, sessions } from '../platform/db/schema/core.ts';

const hashToken = (token: string) =>
  createHash('sha256')
    .update(token.split('.')[1] ?? '')
    .digest('hex');

test('a refresh token hands out the next', async () => {
  const fixture = await createSignedInFixture();
  fixture.deps.clock.advance(20 * 60_000);
  const reply = await fixture.refresh(fixture.grant.refreshToken);
  expect(reply.status).toBe(200);
  expect(reply.body.user).toMatchObject({ name: 'Editor' });
  expect((await fixture.me(reply.body.token)).status).toBe(200);
  const next = readCookie(reply.headers)?.value;
  expect(next).not.toBe(fixture.grant.refreshToken);
  expect((await fixture.refresh(next)).status).toBe(200);
});

test('only a digest of the refresh token is stored', async () => {
  const { deps, grant } = await createSignedInFixture();
  expect(JSON.stringify(deps.db.select().from(sessions).all())).not.toContain(grant.refreshToken.split('.')[1]);
});

test('a refresh token that was used before ends the session for its thief and its owner [A12]', async () => {
  const fixture = await createSignedInFixture();
  const first = await fixture.refresh(fixture.grant.refreshToken);
  fixture.deps.clock.advance(30_001);
  const again = await fixture.refresh(fixture.grant.refreshToken);
  expect(again.status).toBe(401);
  expect(readCookie(again.headers)).toMatchObject({ name: 'rt', value: '' });
  expect((await fixture.refresh(readCookie(first.headers)?.value)).status).toBe(401);
  expect((await fixture.me(first.body.token)).status).toBe(401);
  const actions = fixture.deps.db.select({ action: auditLog.action }).from(auditLog).all();
  expect(actions.at(-1)).toEqual({ action: 'session.reuse-refused' });
});

test('a refresh with the id of a session and a made-up secret ends nothing', async () => {
  const fixture = await createSignedInFixture();
  const [sessionId] = fixture.grant.refreshToken.split('.');
  const before = footprint(fixture.deps);
  for (const secret of ['junk', 'x'.repeat(43), 'A'.repeat(64), '']) {
    expect((await fixture.refresh(`${sessionId}.${secret}`)).status).toBe(401);
  }
  expect(footprint(fixture.deps)).toEqual(before);
  expect((await fixture.me()).status).toBe(200);
  expect((await fixture.refresh(fixture.grant.refreshToken)).status).toBe(200);
});

test('a refresh with the secret of another session ends neither of them', async () => {
  const fixture = await createSignedInFixture();
  const second = await fixture.signIn(fixture.user);
  const [sessionId] = fixture.grant.refreshToken.split('.');
  const [, secret] = second.refreshToken.split('.');
  expect((await fixture.refresh(`${sessionId}.${secret}`)).status).toBe(401);
  expect((await fixture.me()).status).toBe(200);
  expect((await fixture.me(second.token)).status).toBe(200);
});

test('a refresh whose reply was lost can be repeated for 30 s, counted from the first use', async () => {
  const fixture = await createSignedInFixture();
  await fixture.refresh(fixture.grant.refreshToken);
  fixture.deps.clock.advance(30_000);
  const repeated = await fixture.refresh(fixture.grant.refreshToken);
  expect(repeated.status).toBe(200);
  expect((await fixture.me(repeated.body.token)).status).toBe(200);
  fixture.deps.clock.advance(1);
  expect((await fixture.refresh(fixture.grant.refreshToken)).status).toBe(401);
  expect((await fixture.me(repeated.body.token)).status).toBe(401);
});

test('two refreshes with the same token at the same moment both succeed, but only one chain goes on [A12]', async () => {
  const fixture = await createSignedInFixture();
  const { refreshToken } = fixture.grant;
  const grants = await Promise.all([1, 2].map(() => fixture.sessions.refresh(refreshToken)));
  const tokens = grants.map((grant) => grant?.refreshToken ?? '');
  const stored = fixture.deps.db.select().from(sessions).get()?.refreshHash;
  const goesOn = tokens.filter((token) => hashToken(token) === stored);
  expect(goesOn).toHaveLength(1);
  const next = readCookie((await fixture.refresh(goesOn[0])).headers)?.value;
  expect((await fixture.refresh(tokens.find((token) => token !== goesOn[0]))).status).toBe(401);
  expect((await fixture.refresh(next)).status).toBe(401);
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
  const fixture = await createSignedInFixture();
  const before = footprint(fixture.deps);
  const reply = await fixture.refresh(given === 'own' ? fixture.grant.refreshToken : given, headers);
  expect(reply.status).toBe(status);
  expect(reply.body.success).toBe(false);
  expect(footprint(fixture.deps)).toEqual(before);
});

test.each(['http://site.test', 'http://127.0.0.1:3499'])('a refresh from %s is from our own page', async (origin) => {
  const fixture = await createSignedInFixture();
  const reply = await fixture.refresh(fixture.grant.refreshToken, { origin, host: '127.0.0.1:3499' });
  expect(reply.status).toBe(200);
});
