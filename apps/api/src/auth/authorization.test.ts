import type { Role } from '@threadline/schema/wire/user';
import { expect, test } from 'vitest';
import { createAccountFixture } from '../../test/account-fixture.ts';
import { footprint, send } from '../../test/test-app.ts';
import { createApp, createServices } from '../app.ts';
import { getRule, isAllowed, type Rule, rules } from './policy.ts';

/** The whole server, with an account for each role. */
function createServer() {
  const fixture = createAccountFixture();
  const app = createApp(fixture.deps, createServices(fixture.deps));
  return { ...fixture, app };
}

interface ApiCall {
  method: string;
  path: string;
  rule: Rule | undefined;
}

/** Every call that the router knows, under both prefixes. */
function listCalls(app: ReturnType<typeof createServer>['app']): Map<string, ApiCall> {
  const calls = new Map<string, ApiCall>();
  for (const { method, path } of app.routes) {
    if (method === 'ALL' || !/^\/(?:api|auth|content)(?:\/|$)/.test(path)) continue;
    calls.set(`${method} ${path}`, { method, path: path.replaceAll(/:\w+/g, 'x'), rule: getRule({ method, path }) });
  }
  return calls;
}

const server = createServer();
const calls = listCalls(server.app);
const closed = [...calls].filter(([, { rule }]) => rule !== 'anyone' && rule !== 'link');
const signedInCalls = closed.filter(([, { rule }]) => rule !== 'publisher');

async function tokenFor(role: Role): Promise<string> {
  const known = server.users.list().find((user) => user.role === role);
  return (await server.signIn(known ?? (await server.addUser(role, role)))).token;
}

test('every call has a rule, and every rule a call [Z12]', () => {
  expect([...calls].filter(([, { rule }]) => rule === undefined).map(([name]) => name)).toEqual([]);
  const existing = new Set([...calls.keys()].map((name) => name.replace(' /api/', ' /').replace(/(?<=.)\/$/, '')));
  expect(Object.keys(rules).filter((name) => !existing.has(name))).toEqual([]);
  expect(closed.length).toBeGreaterThan(60);
});

test('a call without a rule is refused to everybody', () => {
  expect(getRule({ method: 'GET', path: '/api/constructor' })).toBeUndefined();
  expect(['admin', 'super_admin'].map((role) => isAllowed(role as Role, undefined, { strict: false }))).toEqual([
    false,
    false,
  ]);
});

test.each(closed)('%s without a session is refused and changes nothing [Z1, Z14]', async (_, { method, path }) => {
  const { app, deps } = server;
  const before = footprint(deps);
  for (const headers of [{}, { authorization: 'Bearer garbage' }] as Record<string, string>[]) {
    const reply = await send(app, path, { method, headers });
    expect(reply.status).toBe(401);
    expect(reply.body).toMatchObject({ success: false, code: 'unauthenticated' });
  }
  expect(footprint(deps)).toEqual(before);
});

const matrix = signedInCalls.flatMap(([name, call]) =>
  (['admin', 'super_admin'] as const).map((role) => [name, role, call] as const),
);
test.each(matrix)('%s answers %s as the policy says [Z12, Z14]', async (_, role, { method, path, rule }) => {
  const { app, deps } = server;
  const headers = { authorization: `Bearer ${await tokenFor(role)}` };
  const before = footprint(deps);
  const reply = await app.request(path, { method, headers });
  await reply.body?.cancel();
  if (isAllowed(role, rule, { strict: false })) {
    expect([401, 403]).not.toContain(reply.status);
    return;
  }
  expect(reply.status).toBe(403);
  expect(footprint(deps)).toEqual(before);
});

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const siteForms = ['/api/request/send-request', '/api/newsletter'];
const paths = [...new Set([...calls.values()].map(({ path }) => path))];
test.each(paths)('%s takes only its own methods, also from a super admin [Z6, Z7]', async (path) => {
  const { app, deps } = server;
  const headers = { authorization: `Bearer ${await tokenFor('super_admin')}`, 'x-http-method-override': 'DELETE' };
  const taken = app.routes
    .filter((route) => route.method !== 'ALL' && new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path))
    .map(({ method }) => method);
  const before = footprint(deps);
  for (const method of methods) {
    if (taken.includes(method) || (method === 'HEAD' && taken.includes('GET'))) continue;
    const reply = await send(app, path, { method, headers });
    // The publisher's calls ask for its token first. Forms of the site may be asked about from its own address.
    const refused = method === 'OPTIONS' && siteForms.includes(path) ? [204] : [401, 404, 405];
    expect(refused).toContain(reply.status);
  }
  expect(footprint(deps)).toEqual(before);
});

test.each([
  '//api/auth/users',
  '/api/./auth/users/',
  '/API/AUTH/USERS',
  '/api/auth/users/',
  '/api/auth%2fusers',
  '/api/auth/users;x',
  '/api/x/../auth/users',
  '/api/auth/%2e%2e/auth/users',
])('%s leads to no list of users [Z8, Z9]', async (path) => {
  const { app } = server;
  const reply = await send(app, path, {
    headers: { 'x-original-url': '/api/health', 'x-forwarded-host': 'evil.test' },
  });
  // A path outside the API belongs to the site, which has no release here.
  expect([401, 404, 503]).toContain(reply.status);
  expect(reply.body.users).toBeUndefined();
});
