import { expect, test } from 'vitest';
import { createTestDeps } from '../../test/create-test-deps.ts';
import { footprint, send } from '../../test/test-app.ts';
import { createApp, createServices } from '../app.ts';

/** Calls that answer everybody. Every other call of the route table wants a session. */
const open = new Set([
  'POST /auth/login',
  'POST /auth/refresh',
  'POST /auth/logout',
  'GET /content',
  'GET /session-options',
  'GET /setup/:token',
  'POST /setup',
  'POST /request/send-request',
  'POST /newsletter',
  // Links in messages: their token is the right to call them.
  'GET /newsletter/confirm',
  'POST /newsletter/confirm',
  'GET /newsletter/unsubscribe',
  'POST /newsletter/unsubscribe',
  'GET /my-data',
  'POST /my-data',
  'GET /my-data/view',
  'GET /my-data/download',
  'POST /my-data/withdraw',
  'POST /my-data/erase',
  // A ticket that works once, for a download that cannot carry a header.
  'GET /export/:ticket',
  'GET /snapshot',
  'GET /health',
  'GET /livez',
  'GET /readyz',
]);

function createServer() {
  const deps = createTestDeps();
  const app = createApp(deps, createServices(deps));
  const calls = new Map<string, { method: string; path: string; isOpen: boolean }>();
  for (const { method, path } of app.routes) {
    if (method === 'ALL' || !/^\/(?:api|auth|content)(?:\/|$)/.test(path)) continue;
    const route = path.replace(/^\/api/, '').replace(/(?<=.)\/$/, '');
    calls.set(`${method} ${path}`, {
      method,
      path: path.replaceAll(/:\w+/g, 'x'),
      isOpen: open.has(`${method} ${route}`),
    });
  }
  return { deps, app, calls };
}

const { calls } = createServer();
const closed = [...calls].filter(([, { isOpen }]) => !isOpen);

test('the table of open calls names only calls that exist, and the closed ones are many', () => {
  const existing = new Set([...calls.keys()].map((name) => name.replace(' /api/', ' /').replace(/\/$/, '')));
  expect([...open].filter((name) => !existing.has(name))).toEqual([]);
  expect(closed.length).toBeGreaterThan(30);
});

test.each(closed)('%s without a session is refused and changes nothing', async (_, { method, path }) => {
  const { app, deps } = createServer();
  const before = footprint(deps);
  for (const headers of [{}, { authorization: 'Bearer garbage' }] as Record<string, string>[]) {
    const reply = await send(app, path, { method, headers });
    expect(reply.status).toBe(401);
    expect(reply.body).toMatchObject({ success: false, code: 'unauthenticated' });
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
])('%s leads to no list of users', async (path) => {
  const { app } = createServer();
  const reply = await send(app, path, {
    headers: { 'x-original-url': '/api/health', 'x-forwarded-host': 'evil.test' },
  });
  // What is no call of the API is a path of the site, which has no release here.
  expect([401, 404, 503]).toContain(reply.status);
  expect(reply.body.users).toBeUndefined();
});

test.each(['GET', 'HEAD'])('%s never reaches a call that changes something', async (method) => {
  const { app, deps } = createServer();
  const before = footprint(deps);
  for (const { method: own, path } of calls.values()) {
    const alsoRead = [...calls.values()].some((other) => other.path === path && other.method === 'GET');
    if (own === 'GET' || alsoRead) continue;
    expect([401, 404]).toContain((await send(app, path, { method })).status);
  }
  expect(footprint(deps)).toEqual(before);
});
