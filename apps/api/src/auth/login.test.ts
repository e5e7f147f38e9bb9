import { expect, test } from 'vitest';
import { createAccountFixture, password, readCookie } from '../../test/account-fixture.ts';
import { footprint, send } from '../../test/test-app.ts';
import { sessions } from '../platform/db/schema/core.ts';

test('a login hands out token, user, message and the refresh cookie, and notes when', async () => {
  const fixture = createAccountFixture();
  await fixture.addUser('Editor', 'super_admin');
  const reply = await fixture.login('EDITOR@example.org ');
  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({
    success: true,
    message: 'Welcome, Editor.',
    user: { name: 'Editor', role: 'super_admin' },
  });
  expect(reply.body.user.lastLogin).toBe(fixture.deps.now().toISOString());
  expect(reply.text).not.toContain('argon2');
  const cookie = readCookie(reply.headers);
  expect(cookie?.name).toBe('rt');
  expect(cookie?.attributes).toBe(`Max-Age=${12 * 3600}; Path=/; HttpOnly; SameSite=Strict`);
  const me = await send(fixture.app, '/auth/me', { token: reply.body.token });
  expect(me.body).toEqual({ success: true, user: reply.body.user });
});

test('on https the cookie is bound to the host and to TLS', async () => {
  const fixture = createAccountFixture({ SITE_URL: 'https://site.test' });
  await fixture.addUser('Editor');
  const cookie = readCookie((await fixture.login('editor@example.org')).headers);
  expect(cookie?.name).toBe('__Host-rt');
  expect(cookie?.attributes).toContain('Secure');
});

test('a wrong password and an unknown address get the same reply [A1]', async () => {
  const fixture = createAccountFixture();
  await fixture.addUser('Editor');
  const before = footprint(fixture.deps);
  const replies = [
    await fixture.login('editor@example.org', 'not-this-one'),
    await fixture.login('nobody@example.org'),
  ];
  const [wrong, unknown] = replies.map(({ status, body, headers }) => ({
    status,
    body: { ...body, requestId: '' },
    cookie: headers.get('set-cookie'),
  }));
  expect(wrong).toEqual(unknown);
  expect(wrong).toMatchObject({
    status: 401,
    body: { success: false, message: 'Incorrect email or password.' },
  });
  expect(footprint(fixture.deps)).toEqual(before);
});

const credentials = { email: 'editor@example.org', password };
test.each([
  ['broken JSON', 400, { body: '{"email":' }],
  ['an empty body', 400, { body: '' }],
  ['a form', 415, { body: 'email=a', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['JSON called text', 415, { body: JSON.stringify(credentials), headers: { 'content-type': 'text/plain' } }],
  ['no password', 422, { body: { email: credentials.email } }],
  ['an empty email', 422, { body: { ...credentials, email: '' } }],
  ['a list for a password', 422, { body: { ...credentials, password: [password] } }],
  ['an operator for a password', 422, { body: { ...credentials, password: { $ne: 1 } } }],
  ['an unknown field', 422, { body: { ...credentials, role: 'super_admin' } }],
  ['a password beyond the longest', 422, { body: { ...credentials, password: 'x'.repeat(201) } }],
  ['1 MB', 413, { body: { ...credentials, password: 'x'.repeat(1_000_000) } }],
])('a login with %s is refused with %i [A6]', async (_, status, call) => {
  const fixture = createAccountFixture();
  await fixture.addUser('Editor');
  const before = footprint(fixture.deps);
  const reply = await send(fixture.app, '/api/auth/login', { method: 'POST', ...call });
  expect(reply.status).toBe(status);
  expect(reply.body).toMatchObject({ success: false, status });
  expect(reply.body.message).toMatch(/^[A-Z].{8,}\.?$/);
  expect(reply.text).not.toContain(password);
  expect(footprint(fixture.deps)).toEqual(before);
});

test('after five wrong passwords the account is closed to that network, by every path and spelling [A2, A4]', async () => {
  const fixture = createAccountFixture();
  await fixture.addUser('Editor');
  for (let round = 0; round < 5; round++)
    expect((await fixture.login('editor@example.org', 'wrong-one')).status).toBe(401);
  const refused = await fixture.login('editor@example.org');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
  expect((await fixture.login(' EDITOR@Example.ORG')).status).toBe(429);
  const alias = { body: { email: 'editor@example.org', password }, headers: { 'x-forwarded-for': '198.51.100.1' } };
  expect((await send(fixture.app, '/auth/login', alias)).status).toBe(429);
  expect((await fixture.login('editor@example.org', password, '198.51.100.1')).status).toBe(200);
});

test('the addresses of one IPv6 household count as one network [A3]', async () => {
  const fixture = createAccountFixture();
  await fixture.addUser('Editor');
  for (let round = 0; round < 5; round++)
    await fixture.login('editor@example.org', 'wrong-one', `2001:db8:1:2::${round}`);
  expect((await fixture.login('editor@example.org', password, '2001:db8:1:2::99')).status).toBe(429);
  expect((await fixture.login('editor@example.org', password, '2001:db8:1:3::99')).status).toBe(200);
});

test('many accounts tried from one network are stopped, and right passwords do not count', async () => {
  const fixture = createAccountFixture();
  await fixture.addUser('Editor');
  for (let round = 0; round < 6; round++) expect((await fixture.login('editor@example.org')).status).toBe(200);
  const tries = Array.from({ length: 50 }, (_, index) => () => fixture.login(`user-${index}@example.org`));
  for (const attempt of tries) expect((await attempt()).status).toBe(401);
  expect((await fixture.login('another@example.org')).status).toBe(429);
});

test('guesses sent at the same moment do not slip past the limit together', async () => {
  const fixture = createAccountFixture();
  await fixture.addUser('Editor');
  const replies = await Promise.all(Array.from({ length: 12 }, () => fixture.login('editor@example.org', 'wrong-one')));
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(7);
});

test('when too many sign in at once the rest is asked to wait, and nothing breaks [A5, D9]', async () => {
  const fixture = createAccountFixture();
  await fixture.addUser('Editor');
  const replies = await Promise.all(Array.from({ length: 40 }, (_, index) => fixture.login(`u${index}@example.org`)));
  const statuses = replies.map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([401, 503]));
  expect(replies.find(({ status }) => status === 503)?.headers.get('retry-after')).toBe('5');
  expect((await fixture.login('editor@example.org')).status).toBe(200);
});

test('the same password typed with other code points is the same password [A7]', async () => {
  const fixture = createAccountFixture();
  await fixture.users.create(
    { name: 'Editor', email: 'editor@example.org', password: 'Café-im-Park', role: 'admin' },
    null,
  );
  expect((await fixture.login('editor@example.org', 'Cafe\u0301-im-Park')).status).toBe(200);
});

test.each([
  'correcthorsebatterystaple',
  'two words and blanks',
  '839271046528',
  'कखगघङचछजझ',
  '🧵🪡🧶🪢🧵🪡',
  '%_\\\'";--',
])('a password may be made of any characters: %s', async (chosen) => {
  const fixture = createAccountFixture();
  const user = { name: 'Editor', email: 'editor@example.org', password: chosen, role: 'admin' as const };
  await fixture.users.create(user, null);
  expect((await fixture.login('editor@example.org', chosen)).status).toBe(200);
  expect((await fixture.login('editor@example.org', `${chosen}x`)).status).toBe(401);
});

test('two long passwords that differ in their last character are different [A6]', async () => {
  const fixture = createAccountFixture();
  const long = 'k'.repeat(199);
  await fixture.users.create(
    { name: 'Editor', email: 'editor@example.org', password: `${long}a`, role: 'admin' },
    null,
  );
  expect((await fixture.login('editor@example.org', `${long}b`)).status).toBe(401);
  expect((await fixture.login('editor@example.org', `${long}a`)).status).toBe(200);
});

test('a password that changes while it is checked opens no session', async () => {
  const fixture = createAccountFixture();
  const user = await fixture.addUser('Editor');
  const account = { id: user._id, sessionVersion: 1 };
  await fixture.users.update(user._id, { name: 'Editor', email: user.email, password: 'another-one-9' }, null);
  expect(await fixture.sessions.begin(account, undefined)).toBeUndefined();
  expect(fixture.deps.db.select().from(sessions).all()).toEqual([]);
});

test.each(['/api/auth/refresh', '/api/auth/logout'])('POST %s takes no large body', async (path) => {
  const { app } = createAccountFixture();
  const reply = await send(app, path, { method: 'POST', body: 'x'.repeat(300_000) });
  expect([reply.status, reply.body.success]).toEqual([413, false]);
});
