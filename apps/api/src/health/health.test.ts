import { expect, test } from 'vitest';
import { createTestDeps } from '../../test/create-test-deps.ts';
import { createTestApp, footprint, send } from '../../test/test-app.ts';
import { createServices } from '../app.ts';
import { internalRoutes } from '../publishing/internal-routes.ts';
import type { LiveRelease } from '../releases/live-release.ts';
import { healthRoutes } from './routes.ts';

function createScene(env: Record<string, string> = { PUBLISHER_URL: 'http://127.0.0.1:9' }) {
  const deps = createTestDeps(env);
  const services = createServices(deps);
  const manifest = { id: '000001-0123abcd', revision: 1 };
  const liveRelease = { ...services.liveRelease, manifest: () => manifest } as unknown as LiveRelease;
  const app = createTestApp(deps, [
    ['/', healthRoutes(deps.db, { ...services, liveRelease })],
    ['/internal', internalRoutes(deps, services)],
  ]);
  return { deps, app, poll: () => send(app, '/internal/desired', { token: deps.secrets.publisherToken }) };
}

test('R23 D10 health is bad until the publisher was heard of, and again when it falls silent', async () => {
  const { app, deps, poll } = createScene();
  const detail = 'The publisher is not running. The site is online, but edits are not published.';
  expect(await send(app, '/health')).toMatchObject({ status: 503, body: { code: 'unavailable', detail } });
  expect((await send(app, '/readyz')).status).toBe(200);
  await send(app, '/internal/desired', { token: 'a stranger' });
  expect((await send(app, '/health')).status).toBe(503);
  await poll();
  expect((await send(app, '/health')).status).toBe(200);
  deps.clock.advance(30_001);
  expect((await send(app, '/health')).status).toBe(503);
});

test('without a publisher nobody is waited for', async () => {
  expect((await send(createScene({}).app, '/health')).status).toBe(200);
});

test('R23 D10 readyz needs a database that can be written, and leaves it as it was', async () => {
  const { app, deps } = createScene();
  const before = footprint(deps);
  expect((await send(app, '/readyz')).status).toBe(200);
  expect(footprint(deps)).toEqual(before);
  expect(deps.db.$client.inTransaction).toBe(false);
  deps.db.$client.pragma('query_only = ON');
  expect((await send(app, '/readyz')).status).toBe(503);
  expect((await send(app, '/livez')).status).toBe(200);
});
