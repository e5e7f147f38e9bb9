import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createAccountFixture } from '../../test/account-fixture.ts';
import { createTestApp, footprint, send } from '../../test/test-app.ts';
import { readArchive } from './archive.ts';
import { readManifest } from './manifest.ts';
import { createRestores } from './restores.ts';
import { backupRoutes } from './routes.ts';
import { getRetryDelayMs } from './schedule.ts';
import { createBackups } from './store.ts';

/** Without a compiled site, backups are intact but not verified. */
async function createFixture({ readFreeBytes, keep = '14' }: { readFreeBytes?: () => number; keep?: string } = {}) {
  const fixture = createAccountFixture({ PAGE_HASHER: '/nowhere/hash-pages.js', BACKUP_KEEP: keep });
  const { deps, sessions } = fixture;
  const backups = createBackups(deps, readFreeBytes);
  const restores = createRestores(null);
  const app = createTestApp(deps, [['/api/backups', backupRoutes(deps, { sessions, backups, restores })]]);
  const createToken = async (role: 'admin' | 'super_admin') =>
    (await fixture.signIn(await fixture.addUser(role === 'admin' ? 'Editor' : 'Owner', role))).token;
  return { ...fixture, app, backups, restores, createToken };
}

test('a super admin makes a backup, and every user sees whether it was verified', async () => {
  const { app, createToken } = await createFixture();
  const made = await send(app, '/api/backups', { method: 'POST', token: await createToken('super_admin') });
  expect(made.status).toBe(201);
  expect(made.body.backup).toMatchObject({ id: '2026-11-21T10-00-00-000Z', verification: { result: 'unverified' } });
  const list = await send(app, '/api/backups', { token: await createToken('admin') });
  expect(list.body).toEqual({
    success: true,
    backups: [made.body.backup],
    problem: null,
    plan: { everyHours: 24, keep: 14 },
    lastRestore: null,
  });
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

test('a super admin restores a backup: the server gets its id and who asked, and a new backup of the present state', async () => {
  const { app, backups, deps, restores, createToken } = await createFixture({ keep: '1' });
  const token = await createToken('super_admin');
  const { id } = (await send(app, '/api/backups', { method: 'POST', token })).body.backup;
  deps.clock.advance(1000);
  const reply = await send(app, `/api/backups/${id}/restore`, { method: 'POST', token });
  expect([reply.status, reply.body]).toEqual([202, { success: true }]);
  expect(await restores.requested).toMatchObject({ id, by: { name: 'Owner' } });
  expect(await backups.listKnown()).toMatchObject([{ createdAt: deps.now().toISOString() }, { id }]);
});

test('the backup before a restore is a new one if another is running, which may have begun before the last change', async () => {
  let whileRunning: Promise<void> | undefined;
  const readFreeBytes = () => {
    whileRunning ??= Promise.resolve().then(() => {
      fixture.deps.clock.advance(1000);
      return fixture.backups.makeForRestore('2026-11-20T10-00-00-000Z');
    });
    return 1024 ** 3;
  };
  const fixture = await createFixture({ readFreeBytes });
  await fixture.backups.make();
  await whileRunning;
  expect(await fixture.backups.listKnown()).toHaveLength(2);
});

test('a restore is refused with the reason if the present state cannot be backed up, and can be asked for again', async () => {
  let fault: Error | undefined;
  const readFreeBytes = () => {
    if (fault) throw fault;
    return 1024 ** 3;
  };
  const { app, deps, restores, createToken } = await createFixture({ readFreeBytes });
  const token = await createToken('super_admin');
  const { id } = (await send(app, '/api/backups', { method: 'POST', token })).body.backup;
  deps.clock.advance(1000);
  const restore = () => send(app, `/api/backups/${id}/restore`, { method: 'POST', token });
  fault = new Error('The disk cannot be read.');
  expect((await restore()).status).toBe(202);
  const problem = 'The present state could not be backed up first. The disk cannot be read. Nothing was changed.';
  await vi.waitFor(() => expect(restores.last()).toEqual({ id, at: deps.now().toISOString(), problem }), 20_000);
  expect((await send(app, '/api/backups', { token })).body.lastRestore.problem).toBe(problem);
  fault = undefined;
  const [again, meanwhile] = [await restore(), await restore()];
  expect([again.status, meanwhile.status]).toEqual([202, 409]);
  expect(await restores.requested).toMatchObject({ id });
});

test('a restore goes on if the disk has no room for another backup', async () => {
  let free = 1024 ** 3;
  const { app, restores, createToken } = await createFixture({ readFreeBytes: () => free });
  const token = await createToken('super_admin');
  const { id } = (await send(app, '/api/backups', { method: 'POST', token })).body.backup;
  free = 256 * 1024 ** 2;
  await send(app, `/api/backups/${id}/restore`, { method: 'POST', token });
  expect(await restores.requested).toMatchObject({ id });
});

test('a restore needs a super admin with a recent password, and a backup that is known and not damaged', async () => {
  const { app, deps, restores, createToken } = await createFixture();
  const token = await createToken('super_admin');
  const made = await send(app, '/api/backups', { method: 'POST', token });
  const { id } = made.body.backup;
  const restore = async (name: string, who: string) => {
    const { status, body } = await send(app, `/api/backups/${name}/restore`, { method: 'POST', token: who });
    return [status, body.code];
  };
  expect(await restore(id, await createToken('admin'))).toEqual([403, 'forbidden']);
  for (const name of ['2020-01-01T00-00-00-000Z', '..%2F..%2Fkeys', 'latest'])
    expect(await restore(name, token), name).toEqual([404, 'not-found']);
  const file = join(deps.config.dataDir, 'backups', id, 'summary.json');
  const summary = JSON.parse(readFileSync(file, 'utf8'));
  const damaged = { ...summary.verification, result: 'damaged', detail: 'A file is missing.' };
  writeFileSync(file, JSON.stringify({ ...summary, verification: damaged }));
  expect(await restore(id, token)).toEqual([409, 'conflict']);
  deps.clock.advance(6 * 60_000);
  expect(await restore(id, token)).toEqual([403, 'recent-auth-required']);
  await expect(Promise.race([restores.requested, Promise.resolve('no request')])).resolves.toBe('no request');
});

test('a super admin downloads a backup, once per link, as an archive with every file of it', async () => {
  const { app, deps, createToken } = await createFixture();
  const token = await createToken('super_admin');
  const { id } = (await send(app, '/api/backups', { method: 'POST', token })).body.backup;
  const { status, body } = await send(app, `/api/backups/${id}/download`, { method: 'POST', token });
  expect(status).toBe(201);
  const reply = await app.request(body.url);
  expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="threadline-backup-${id}.tar"`);
  const archive = join(deps.config.dataDir, 'downloaded.tar');
  writeFileSync(archive, Buffer.from(await reply.arrayBuffer()));
  expect(await readArchive(archive, { step: 'Reading', getTarget: () => undefined })).toEqual(
    await readManifest(join(deps.config.dataDir, 'backups', id)),
  );
  expect((await app.request(body.url)).status).toBe(404);
});

test('a download needs a super admin with a recent password', async () => {
  const { app, deps, createToken } = await createFixture();
  const token = await createToken('super_admin');
  const { id } = (await send(app, '/api/backups', { method: 'POST', token })).body.backup;
  const download = async (who: string) =>
    (await send(app, `/api/backups/${id}/download`, { method: 'POST', token: who })).body.code;
  expect(await download(await createToken('admin'))).toBe('forbidden');
  deps.clock.advance(6 * 60_000);
  expect(await download(token)).toBe('recent-auth-required');
});

test('a backup that was damaged later is found when it is verified again, and not offered any more', async () => {
  const { app, deps, createToken } = await createFixture();
  const token = await createToken('super_admin');
  const { id } = (await send(app, '/api/backups', { method: 'POST', token })).body.backup;
  writeFileSync(join(deps.config.dataDir, 'backups', id, 'threadline.db'), 'other bytes');
  const { body } = await send(app, `/api/backups/${id}/verify`, { method: 'POST', token });
  expect(body.backup.verification).toMatchObject({
    result: 'damaged',
    detail: expect.stringContaining('threadline.db'),
  });
  expect((await send(app, '/api/backups', { token })).body.backups).toEqual([body.backup]);
  expect((await send(app, `/api/backups/${id}/download`, { method: 'POST', token })).status).toBe(409);
});

test('no path leads to a file of a backup [E5]', async () => {
  const { app, createToken } = await createFixture();
  const token = await createToken('super_admin');
  const { body } = await send(app, '/api/backups', { method: 'POST', token });
  for (const name of ['', '/threadline.db', '/../../keys/webhook-secret']) {
    expect((await send(app, `/api/backups/${body.backup.id}${name}`, { token })).status).toBe(404);
  }
});
