import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createAccountFixture } from '../../test/account-fixture.ts';
import { createTestApp, footprint, send } from '../../test/test-app.ts';
import { backupRoutes } from './routes.ts';
import { getRetryDelayMs } from './schedule.ts';
import { createBackups } from './store.ts';

/** Without a compiled site, backups are intact but not verified. */
async function createFixture({ readFreeBytes }: { readFreeBytes?: () => number } = {}) {
  const fixture = createAccountFixture({ PAGE_HASHER: '/nowhere/hash-pages.js' });
  const { deps, sessions } = fixture;
  const backups = createBackups(deps, readFreeBytes);
  const app = createTestApp(deps, [['/api/backups', backupRoutes(deps, { sessions, backups })]]);
  const createToken = async (role: 'admin' | 'super_admin') =>
    (await fixture.signIn(await fixture.addUser(role === 'admin' ? 'Editor' : 'Owner', role))).token;
  return { deps, app, backups, createToken };
}

test('a super admin makes a backup, and every user sees whether it was verified', async () => {
  const { app, createToken } = await createFixture();
  const made = await send(app, '/api/backups', { method: 'POST', token: await createToken('super_admin') });
  expect(made.status).toBe(201);
  expect(made.body.backup).toMatchObject({ id: '2026-11-21T10-00-00-000Z', verification: { result: 'unverified' } });
  const list = await send(app, '/api/backups', { token: await createToken('admin') });
  expect(list.body).toEqual({ success: true, backups: [made.body.backup], problem: null });
});

test('two simultaneous requests make one backup', async () => {
  const { app, deps, createToken } = await createFixture();
  const token = await createToken('super_admin');
  const requestBackup = () => send(app, '/api/backups', { method: 'POST', token });
  const [first, second] = await Promise.all([requestBackup(), requestBackup()]);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.backup).toEqual(first.body.backup);
  expect(readdirSync(join(deps.config.dataDir, 'backups'))).toEqual([first.body.backup.id]);
});

test('a backup that would fill the disk is refused at once, and the reason is reported until a backup succeeds', async () => {
  let free = 256 * 1024 ** 2;
  const { app, backups, deps, createToken } = await createFixture({ readFreeBytes: () => free });
  const token = await createToken('super_admin');
  const refused = await send(app, '/api/backups', { method: 'POST', token });
  expect([refused.status, refused.body.message]).toEqual([
    503,
    expect.stringMatching(/^Not enough room for a backup: 256 MB are free, 25[78] MB are needed\.$/),
  ]);
  expect(readdirSync(join(deps.config.dataDir, 'backups'))).toEqual([]);
  expect(backups.failure()).toEqual({ at: deps.now().toISOString(), reason: refused.body.message });
  free = 1024 ** 3;
  expect((await send(app, '/api/backups', { method: 'POST', token })).status).toBe(201);
  expect(backups.failure()).toBeNull();
});

test('the delay doubles after each consecutive failure, up to a day, and up to an hour with frequent backups', () => {
  const getMinutes = (failures: number, hours: number) => getRetryDelayMs(failures, hours * 3_600_000) / 60_000;
  expect([1, 2, 3, 7, 8, 99].map((failures) => getMinutes(failures, 24))).toEqual([15, 30, 60, 960, 1440, 1440]);
  expect([1, 3, 4].map((failures) => getMinutes(failures, 0.25))).toEqual([15, 60, 60]);
});

test('an admin may not make a backup', async () => {
  const { app, deps, createToken } = await createFixture();
  const token = await createToken('admin');
  const before = footprint(deps);
  const refused = await send(app, '/api/backups', { method: 'POST', token });
  expect([refused.status, refused.body.message]).toEqual([403, 'Only a super admin may do this.']);
  expect(footprint(deps)).toEqual(before);
});

test('a backup cannot be downloaded [E5]', async () => {
  const { app, createToken } = await createFixture();
  const token = await createToken('super_admin');
  const { body } = await send(app, '/api/backups', { method: 'POST', token });
  for (const name of ['', '/threadline.db', '/../../keys/webhook-secret']) {
    expect((await send(app, `/api/backups/${body.backup.id}${name}`, { token })).status).toBe(404);
  }
});
