import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDeps } from '../../test/create-test-deps.ts';
import { openOnDisk } from '../../test/new-database.ts';
import { createTestApp, footprint, send } from '../../test/test-app.ts';
import { createServices } from '../app.ts';
import { internalRoutes } from '../publishing/internal-routes.ts';
import type { LiveRelease } from '../publishing/releases/live-release.ts';
import { healthRoutes } from './health.ts';

function createFixture(
  env: Record<string, string> = { PUBLISHER_URL: 'http://127.0.0.1:9' },
  { isOnDisk = false }: { isOnDisk?: boolean } = {},
) {
  const inMemory = createTestDeps(env);
  const file = join(inMemory.config.dataDir, 'threadline.db');
  const deps = isOnDisk ? { ...inMemory, db: openOnDisk(file) } : inMemory;
  onTestFinished(() => void deps.db.$client.close());
  const services = createServices(deps);
  const manifest = { id: '000001-0123abcd', revision: 1 };
  const liveRelease = { ...services.liveRelease, manifest: () => manifest } as unknown as LiveRelease;
  const app = createTestApp(deps, [
    ['/', healthRoutes({ ...services, liveRelease })],
    ['/internal', internalRoutes(deps, services)],
  ]);
  return {
    deps,
    services,
    file,
    app,
    poll: () => send(app, '/internal/target-revision', { token: deps.secrets.publisherToken }),
  };
}

test('health fails until the publisher calls, and again after it stops calling [R23, D10]', async () => {
  const { app, deps, poll } = createFixture();
  const detail = 'The publisher is not running. The site is online, but edits are not published.';
  expect(await send(app, '/health')).toMatchObject({ status: 503, body: { code: 'unavailable', detail } });
  expect((await send(app, '/readyz')).status).toBe(200);
  await send(app, '/internal/target-revision', { token: 'a stranger' });
  expect((await send(app, '/health')).status).toBe(503);
  await poll();
  expect((await send(app, '/health')).status).toBe(200);
  deps.clock.advance(30_001);
  expect((await send(app, '/health')).status).toBe(503);
});

test('without a release, health reports the reason given by the publisher', async () => {
  const { deps, services } = createFixture();
  const app = createTestApp(deps, [['/', healthRoutes(services)]]);
  expect((await send(app, '/health')).body.detail).toBe('The first release is being prepared.');
  const faults = [{ detail: 'hero.title does not fit.' }];
  services.publishing.report({ state: 'failed', revision: 1, faults });
  const { status, body, headers } = await send(app, '/health');
  expect([status, body.detail]).toEqual([503, 'No release could be rendered: hero.title does not fit.']);
  expect(headers.get('retry-after')).toBe('30');
});

test('health succeeds if no publisher is configured', async () => {
  expect((await send(createFixture({}).app, '/health')).status).toBe(200);
});

test('readyz requires a writable database and changes no row [R23, D10]', async () => {
  const { app, deps } = createFixture();
  const before = footprint(deps);
  expect((await send(app, '/readyz')).status).toBe(200);
  expect(footprint(deps)).toEqual(before);
  expect(deps.db.$client.inTransaction).toBe(false);
  deps.db.$client.pragma('query_only = ON');
  deps.clock.advance(1000);
  expect(await send(app, '/readyz')).toMatchObject({
    status: 503,
    body: { code: 'unavailable', detail: 'The database cannot be written.' },
  });
  expect((await send(app, '/livez')).status).toBe(200);
});

test('readyz and health commit one write per second, however often they are called', async () => {
  const { app, deps, poll } = createFixture();
  await poll();
  const writes = () => Number(deps.db.$client.pragma('user_version', { simple: true }));
  const before = writes();
  for (const path of ['/readyz', '/health', '/readyz', '/livez']) expect((await send(app, path)).status).toBe(200);
  expect(writes()).toBe(before + 1);
  deps.clock.advance(1000);
  await send(app, '/livez');
  expect(writes()).toBe(before + 1);
  await send(app, '/readyz');
  expect(writes()).toBe(before + 2);
});

const damaged = /^The database is damaged\. .*restore latest$/;

test.each([
  ['all pages except the header', 4096],
  ['its header', 0],
])('readyz and health fail while %s is damaged in the database file', async (_, from) => {
  const { app, deps, file, poll } = createFixture({ PUBLISHER_URL: 'http://127.0.0.1:9' }, { isOnDisk: true });
  await poll();
  expect((await send(app, '/health')).status).toBe(200);
  deps.db.$client.pragma('wal_checkpoint(TRUNCATE)');
  const whole = readFileSync(file);
  writeFileSync(file, Buffer.concat([whole.subarray(0, from), Buffer.alloc(whole.length - from, 0xa5)]));
  deps.clock.advance(1000);
  for (const path of ['/readyz', '/health'])
    expect(await send(app, path)).toMatchObject({ status: 503, body: { detail: expect.stringMatching(damaged) } });
  writeFileSync(file, whole);
  deps.clock.advance(1000);
  expect((await send(app, '/health')).status).toBe(200);
});

test('readyz fails after a request has found damage, until all pages were read without a fault', async () => {
  const { app, services } = createFixture();
  services.storage.recordError(new Database.SqliteError('database disk image is malformed', 'SQLITE_CORRUPT'));
  expect((await send(app, '/readyz')).status).toBe(503);
  await services.integrity.check();
  expect((await send(app, '/readyz')).status).toBe(200);
});
