import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { BackupSummary, BackupVerification } from '@threadline/schema/wire/backup';
import { dashboardSchema } from '@threadline/schema/wire/dashboard';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { createAccountFixture } from '../../test/account-fixture.ts';
import { createTestApp, send } from '../../test/test-app.ts';
import { createIntegrityCheck } from '../backup/check-database.ts';
import { createBackups } from '../backup/store.ts';
import { createContentQueries } from '../content/queries.ts';
import { createContentService } from '../content/service.ts';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import { auditLog, contentItems } from '../platform/db/schema/core.ts';
import { createPublishing } from '../publishing/service.ts';
import { createReplication } from '../replication/replication.ts';
import { createDataSize, dashboardRoutes } from './dashboard.ts';
import { createStorageCheck } from './health.ts';

/** Starts a server at the public address of the site. */
async function startSite(answer: (response: ServerResponse) => void) {
  const server = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const showsRelease = (response: ServerResponse) => response.end('{"id":"000003-0123abcd","revision":3}');

async function createDashboard(answer = showsRelease) {
  const fixture = createAccountFixture({ SITE_URL: await startSite(answer) });
  const { deps, sessions } = fixture;
  const publishing = createPublishing(deps, []);
  const content = createContentService(deps, createContentQueries(deps.db), publishing);
  const backups = createBackups(deps);
  const integrity = createIntegrityCheck(deps);
  const replication = createReplication(deps);
  const storage = createStorageCheck(deps, integrity);
  const app = createTestApp(deps, [
    ['/api/dashboard', dashboardRoutes(deps, { sessions, publishing, backups, integrity, replication, storage })],
  ]);
  const user = await fixture.addUser('Editor');
  const { token } = await fixture.signIn(user);
  return { deps, app, content, publishing, token, user };
}

test('the dashboard shows counters and the latest activity', async () => {
  const { deps, app, content, token, user } = await createDashboard();
  content.save([{ section: 'hero', key: 'title', value: 'Hello' }], { id: user._id, name: user.name });
  const reply = await send(app, '/api/dashboard', { token });
  expect(reply.status).toBe(200);
  const dashboard = dashboardSchema.parse(reply.body);
  expect(dashboard).toMatchObject({ contentItems: 1, images: 0, users: 1, invitedUsers: 0, enquiries: 0 });
  expect(dashboard.site).toMatchObject({ online: true, release: '000003-0123abcd', revision: 3, problem: null });
  expect(dashboard.activity[0]).toMatchObject({ by: 'Editor', action: 'content.created', subject: 'hero.title' });
  expect(dashboard.system).toMatchObject({
    version: deps.config.version,
    database: 'connected',
    node: process.versions.node,
  });
});

test.each([
  ['an error', (response: ServerResponse) => response.writeHead(502).end(), 'answered with error 502.'],
  ['another page', (response: ServerResponse) => response.end('{"hello":"world"}'), 'shows another website than this'],
  ['a web page', (response: ServerResponse) => response.end('<html></html>'), 'cannot be reached.'],
])(
  'a public address that shows %s counts as offline, and the dashboard gives the reason',
  async (_name, answer, words) => {
    const { app, token } = await createDashboard(answer);
    const { site } = dashboardSchema.parse((await send(app, '/api/dashboard', { token })).body);
    expect(site).toMatchObject({ online: false, release: null, problem: expect.stringContaining(words) });
  },
);

test('the dashboard shows a restored release once it is live', async () => {
  let shown = '000003-0123abcd';
  const { app, publishing, token } = await createDashboard((response) =>
    response.end(JSON.stringify({ id: shown, revision: Number(shown.slice(0, 6)) })),
  );
  const readSite = async () => dashboardSchema.parse((await send(app, '/api/dashboard', { token })).body).site;
  expect((await readSite()).release).toBe(shown);
  shown = '000002-0123abcd';
  publishing.report({ state: 'activated', revision: 2, releaseId: shown, files: 1, bytes: 1, steps: {} });
  publishing.report({ state: 'live', revision: 2, releaseId: shown, verifiedAt: '2026-11-21T10:05:00.000Z' });
  expect((await readSite()).release).toBe(shown);
});

test('items that have not changed for a year are counted', async () => {
  const { app, content, deps, token } = await createDashboard();
  for (const key of ['title', 'subtitle']) content.save([{ section: 'hero', key, value: 'Words' }], null);
  const longAgo = new Date(deps.now().getTime() - 366 * 24 * 3_600_000).toISOString();
  deps.db.update(contentItems).set({ updatedAt: longAgo }).where(eq(contentItems.key, 'title')).run();
  expect((await send(app, '/api/dashboard', { token })).body).toMatchObject({ contentItems: 2, oldContentItems: 1 });
});

test('visible fields that still hold a placeholder are counted', async () => {
  const { app, content, token } = await createDashboard();
  const value = { label: 'hello@example.com', href: 'mailto:hello@example.com' };
  content.save([{ section: 'hero', key: 'title', value: 'Call +91 00000 00000' }], null);
  content.save([{ section: 'hero', key: 'subtitle', value: 'No placeholder at example.com' }], null);
  content.save([{ section: 'footer', key: 'link-a', value }], null);
  content.save([{ section: 'footer', key: 'link-b', value, metadata: { hidden: true } }], null);
  expect((await send(app, '/api/dashboard', { token })).body).toMatchObject({ placeholders: 3 });
});

test('the system information contains database, disk and the last verified backup', async () => {
  const { app, deps, token } = await createDashboard();
  const system = async () => dashboardSchema.parse((await send(app, '/api/dashboard', { token })).body).system;
  const before = await system();
  expect(before).toMatchObject({ lastBackup: null, integrity: { at: deps.now().toISOString(), faults: [] } });
  expect(before.disk.totalBytes).toBeGreaterThan(before.disk.freeBytes);
  const id = '2026-11-20T02-00-00-000Z';
  const folder = join(deps.config.dataDir, 'backups', id);
  mkdirSync(folder, { recursive: true });
  const verification: BackupVerification = {
    at: '2026-11-20T02:01:00.000Z',
    result: 'verified',
    detail: 'It was restored.',
  };
  const summary: BackupSummary = {
    createdAt: '2026-11-20T02:00:00.000Z',
    revision: 1,
    bytes: 9,
    files: 1,
    verification,
  };
  writeFileSync(join(folder, 'summary.json'), JSON.stringify(summary));
  expect((await system()).lastBackup).toEqual({ id, place: 'local', ...summary });
});

test('the dashboard reports that the database cannot be written', async () => {
  const { app, deps, token } = await createDashboard();
  const problem = async () =>
    dashboardSchema.parse((await send(app, '/api/dashboard', { token })).body).system.storageProblem;
  expect(await problem()).toBeNull();
  deps.db.$client.pragma('query_only = ON');
  deps.clock.advance(1000);
  expect(await problem()).toBe('The database cannot be written.');
});

test('changes by the seed are listed only until another change happens, and sign-ins only without any', async () => {
  const { app, content, deps, token, user } = await createDashboard();
  const actions = async () =>
    dashboardSchema.parse((await send(app, '/api/dashboard', { token })).body).activity.map(({ subject }) => subject);
  deps.db.delete(auditLog).run();
  content.save([{ section: 'hero', key: 'title', value: 'From the seed' }], null);
  expect(await actions()).toEqual(['hero.title']);
  content.save([{ section: 'hero', key: 'subtitle', value: 'Written' }], { id: user._id, name: user.name });
  expect(await actions()).toEqual(['hero.subtitle']);
  recordAudit(deps.db, { at: deps.now().toISOString(), by: null, action: 'user.signed-in', subject: user.email });
  expect(await actions()).toEqual(['hero.subtitle']);
});

test('the dashboard requires a session', async () => {
  const { app } = await createDashboard();
  expect((await send(app, '/api/dashboard')).status).toBe(401);
});

test('the size of the data includes all its files and is computed once in five minutes', async () => {
  const { deps } = await createDashboard();
  const folder = join(deps.config.dataDir, 'media');
  mkdirSync(join(folder, 'deep'), { recursive: true });
  writeFileSync(join(folder, 'a'), 'x'.repeat(1000));
  const dataSize = createDataSize(folder);
  expect(await dataSize(deps.now())).toBe(1000);
  writeFileSync(join(folder, 'deep', 'b'), 'x'.repeat(500));
  expect(await dataSize(deps.now())).toBe(1000);
  deps.clock.advance(5 * 60_000 + 1);
  expect(await dataSize(deps.now())).toBe(1500);
});
