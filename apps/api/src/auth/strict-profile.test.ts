import { ConfigError } from '@threadline/config/parse-env';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createAccountFixture, password, readCookie } from '../../test/account-fixture.ts';
import { createPasskeyDevice } from '../../test/passkey-device.ts';
import { footprint, send } from '../../test/test-app.ts';
import { createApp, createServices } from '../app.ts';
import { loadConfig } from '../config.ts';
import { users } from '../platform/db/schema/core.ts';
import { minuteMs } from '../platform/durations.ts';
import { getRule } from './policy.ts';

const strict = { SECURITY_PROFILE: 'strict' };

async function createServer(env: Record<string, string> = {}) {
  const fixture = createAccountFixture({ ...strict, ...env });
  const app = createApp(fixture.deps, createServices(fixture.deps));
  const owner = await fixture.addUser('Owner', 'super_admin');
  const editor = await fixture.addUser('Editor');
  const secure = (id: string) =>
    fixture.deps.db.update(users).set({ hasSecondFactor: true }).where(eq(users.id, id)).run();
  return { ...fixture, app, owner, editor, secure };
}

test('without a second factor users reach only their own account', async () => {
  const { app, deps, owner, signIn } = await createServer();
  const { token } = await signIn(owner);
  const before = footprint(deps);
  let refused = 0;
  for (const { method, path } of app.routes) {
    const rule = getRule({ method, path });
    if (method === 'ALL' || !(rule === 'session' || rule === 'people' || rule === 'super_admin')) continue;
    refused += 1;
    const reply = await send(app, path.replaceAll(/:\w+/g, 'x'), { method, token });
    expect([path, reply.status, reply.body.code]).toEqual([path, 403, 'second-factor-missing']);
  }
  expect(refused).toBeGreaterThan(50);
  expect(footprint(deps)).toEqual(before);
  for (const path of ['/auth/me', '/api/account/sessions', '/api/account/second-factor'])
    expect((await send(app, path, { token })).status).toBe(200);
});

test('a passkey is a second factor: with one, everything opens', async () => {
  const { app, editor, signIn } = await createServer({ SITE_URL: 'https://site.test' });
  const { token } = await signIn(editor);
  const path = '/api/account/passkeys';
  const { body } = await send(app, `${path}/options`, { body: { currentPassword: password }, token });
  expect((await send(app, '/api/enquiries', { token })).status).toBe(403);
  const passkey = createPasskeyDevice({ origin: 'https://site.test' }).create(body.options);
  expect((await send(app, path, { body: { name: 'Phone', passkey }, token })).status).toBe(201);
  expect((await send(app, '/api/enquiries', { token })).status).toBe(200);
});

test('only super admins manage people; both edit the site [Z12]', async () => {
  const { app, deps, editor, owner, secure, signIn } = await createServer();
  secure(owner._id);
  secure(editor._id);
  const [byOwner, byEditor] = [(await signIn(owner)).token, (await signIn(editor)).token];
  const invitation = { name: 'New', email: 'new@example.org' };
  const before = footprint(deps);
  const refused = await send(app, '/auth/invitations', { body: invitation, token: byEditor });
  expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
  expect(footprint(deps)).toEqual(before);
  expect((await send(app, '/auth/invitations', { body: invitation, token: byOwner })).status).toBe(201);
  for (const path of ['/api/auth/users', '/api/content', '/api/enquiries'])
    expect((await send(app, path, { token: byEditor })).status).toBe(200);
});

test.each([
  ['mango-tree4', 422],
  ['mango-tree42', 201],
])('the new password %s is answered with %i', async (given, status) => {
  const { app, owner, secure, signIn } = await createServer();
  secure(owner._id);
  const { token } = await signIn(owner);
  const body = { name: 'New', email: 'new@example.org', password: given };
  const reply = await send(app, '/auth/create-admin', { body, token });
  expect(reply.status).toBe(status);
  if (status === 422) expect(reply.body.message).toBe('Password must be at least 12 characters');
});

test('a session ends after an hour without use, and after a day in any case [A21]', async () => {
  const { deps, editor, login, refresh } = await createServer();
  const cookie = readCookie((await login(editor.email, password)).headers);
  expect(cookie?.attributes).toContain('Max-Age=3600');
  let current = cookie?.value;
  for (let minutes = 0; minutes < 24 * 60 - 50; minutes += 50) {
    deps.clock.advance(50 * minuteMs);
    const reply = await refresh(current);
    expect(reply.status).toBe(200);
    current = readCookie(reply.headers)?.value;
  }
  deps.clock.advance(50 * minuteMs);
  expect((await refresh(current)).status).toBe(401);

  const other = readCookie((await login(editor.email, password)).headers)?.value;
  deps.clock.advance(61 * minuteMs);
  expect((await refresh(other)).status).toBe(401);
});

test('the login page learns what is asked for', async () => {
  const { app } = await createServer();
  expect((await send(app, '/api/session-options')).body).toMatchObject({
    minPasswordLength: 12,
    needsSecondFactor: true,
  });
});

test.each([
  [{ DEMO_MODE: '1' }, 'DEMO_MODE must not be set when SECURITY_PROFILE is strict: its password is public.'],
  [
    { ADMIN_EMAIL: 'a@example.org', ADMIN_PASSWORD: 'elevenchars' },
    'ADMIN_PASSWORD must have at least 12 characters when SECURITY_PROFILE is strict.',
  ],
])('%j does not go with it', (env, sentence) => {
  expect(() => loadConfig({ ...strict, ...env })).toThrow(ConfigError);
  expect(() => loadConfig({ ...strict, ...env })).toThrow(sentence);
});
