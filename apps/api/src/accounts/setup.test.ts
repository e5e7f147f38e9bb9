import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createAccountFixture, password } from '../../test/account-fixture.ts';
import { createEnquiryFixture } from '../../test/enquiry-fixture.ts';
import { footprint, send } from '../../test/test-app.ts';
import { users } from '../platform/db/schema/core.ts';
import { createSetup, demoAccount, ensureFirstUser } from './setup.ts';

const owner = { name: 'Owner', email: 'owner@example.org', password };

function createFresh() {
  const fixture = createAccountFixture();
  const link = createSetup(fixture.deps).prepare() ?? '';
  const finish = (body: object) => send(fixture.app, '/api/setup', { body });
  return { ...fixture, link, token: link.split('#')[1] ?? '', finish };
}

test('ADMIN_EMAIL and ADMIN_PASSWORD make the first super admin, once', async () => {
  const fixture = createAccountFixture({ ADMIN_EMAIL: 'boss@example.org', ADMIN_PASSWORD: password });
  await ensureFirstUser(fixture.deps);
  await ensureFirstUser(fixture.deps);
  expect(fixture.users.list()).toMatchObject([{ email: 'boss@example.org', role: 'super_admin' }]);
  expect((await fixture.login('boss@example.org')).status).toBe(200);
});

test('ADMIN_EMAIL adds no account when there are users', async () => {
  const fixture = createAccountFixture({ ADMIN_EMAIL: 'boss@example.org', ADMIN_PASSWORD: password });
  await fixture.addUser('Editor');
  await ensureFirstUser(fixture.deps);
  expect(fixture.users.list()).toHaveLength(1);
});

test('a common ADMIN_PASSWORD stops the start in a sentence [A8]', async () => {
  const fixture = createAccountFixture({ ADMIN_EMAIL: 'boss@example.org', ADMIN_PASSWORD: 'password123' });
  await expect(ensureFirstUser(fixture.deps)).rejects.toThrow(
    /^ADMIN_PASSWORD is refused\. This password is too easy to guess\./,
  );
});

test('the demo account exists and is shown in demo mode', async () => {
  const fixture = createAccountFixture({ DEMO_MODE: '1' });
  await ensureFirstUser(fixture.deps);
  await ensureFirstUser(fixture.deps);
  expect((await send(fixture.app, '/api/session-options')).body).toEqual({
    success: true,
    demo: demoAccount,
    hasAccounts: true,
    minPasswordLength: 6,
    needsSecondFactor: false,
    passkeyOrigin: null,
    brand: '',
    drawingColors: '-',
    siteUrl: null,
    sendsMail: false,
  });
  expect((await fixture.login(demoAccount.email, demoAccount.password)).status).toBe(200);
  expect(fixture.users.list()).toHaveLength(1);
});

test('without demo mode the session options hold no credentials and report that no account exists [A22]', async () => {
  const fixture = createAccountFixture();
  expect((await send(fixture.app, '/api/session-options')).body).toEqual({
    success: true,
    demo: null,
    hasAccounts: false,
    minPasswordLength: 6,
    needsSecondFactor: false,
    passkeyOrigin: null,
    brand: '',
    drawingColors: '-',
    siteUrl: null,
    sendsMail: false,
  });
});

test('production does not start while the demo account has its public password [A22]', async () => {
  const fixture = createAccountFixture({ NODE_ENV: 'production' });
  const demo = await fixture.users.create({ name: 'Demo', role: 'super_admin', ...demoAccount }, null);
  await expect(ensureFirstUser(fixture.deps)).rejects.toThrow('public password');
  await fixture.users.update(demo._id, { name: 'Demo', email: demo.email, password }, null);
  await ensureFirstUser(fixture.deps);
});

test('with no user there is a set-up link, the same after a restart', () => {
  const { deps, link } = createFresh();
  expect(link).toMatch(/^http:\/\/site\.test\/admin\/setup#[\w-]{43}$/);
  expect(createSetup(deps).prepare()).toBe(link);
});

test('the set-up link makes the first super admin, signs in, and is used up [F12]', async () => {
  const { app, deps, token, finish } = createFresh();
  expect((await send(app, `/api/setup/${token}`)).body).toEqual({ success: true });
  const reply = await finish({ ...owner, token });
  expect(reply.status).toBe(201);
  expect(reply.body.user).toMatchObject({ email: 'owner@example.org', role: 'super_admin' });
  expect((await send(app, '/api/auth/me', { token: reply.body.token })).status).toBe(200);
  expect((await send(app, `/api/setup/${token}`)).status).toBe(404);
  const before = footprint(deps);
  expect((await finish({ ...owner, email: 'second@example.org', token })).status).toBe(404);
  expect(footprint(deps)).toEqual(before);
  expect(readdirSync(join(deps.config.dataDir, 'keys'))).not.toContain('setup-token');
});

test.each([
  ['a wrong token', { ...owner, token: 'guessed' }, 404],
  ['no token', owner, 422],
  ['an empty token', { ...owner, token: '' }, 404],
  ['a role of its own', { ...owner, token: '', role: 'super_admin' }, 422],
])('a set-up with %s is refused', async (_, body, status) => {
  const { deps, finish } = createFresh();
  const before = footprint(deps);
  expect((await finish(body)).status).toBe(status);
  expect(footprint(deps)).toEqual(before);
});

test.each(['      ', '\u00a0\u2003\t  \u200b', 'Passw0rd!', 'P@ssw0rd', '0wner@example.org'])(
  'a first account cannot have the password %j, and the link stays good',
  async (guessable) => {
    const { finish, token } = createFresh();
    const reply = await finish({ ...owner, password: guessable, token });
    expect([reply.status, reply.body.errors]).toEqual([422, [expect.objectContaining({ pointer: '/password' })]]);
    expect((await finish({ ...owner, token })).status).toBe(201);
  },
);

test('a set-up with a common password is refused, and the link stays good', async () => {
  const { finish, token } = createFresh();
  expect((await finish({ ...owner, password: 'qwerty', token })).status).toBe(422);
  expect((await finish({ ...owner, token })).status).toBe(201);
});

test('twenty set-ups at the same moment make one user [F12]', async () => {
  const { deps, finish, token } = createFresh();
  const all = Array.from({ length: 20 }, (_, index) => finish({ ...owner, email: `o${index}@example.org`, token }));
  const statuses = (await Promise.all(all)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status === 404)).toHaveLength(19);
  expect(deps.db.select().from(users).all()).toHaveLength(1);
});

test('once there is a user, no link is made and an old one is thrown away [F12]', async () => {
  const { addUser, deps, token, finish } = createFresh();
  await addUser('Editor');
  expect((await finish({ ...owner, token })).status).toBe(404);
  expect(createSetup(deps).prepare()).toBeUndefined();
  expect(() => readFileSync(join(deps.config.dataDir, 'keys', 'setup-token'))).toThrow();
});

test('the pages before the sign-in get the name of the company that visitors see', async () => {
  const { call, services } = createEnquiryFixture();
  const brand = services.queries.effectiveValue('site', 'brand') as object;
  services.content.save([{ section: 'site', key: 'brand', value: { ...brand, name: 'Kaveri Mills' } }], null);
  expect((await call('/api/session-options')).body.brand).toBe('Kaveri Mills');
});
