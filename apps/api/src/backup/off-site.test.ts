import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { openObjectStore } from '@threadline/object-store/object-store';
import { parseStoreUrl } from '@threadline/object-store/store-url';
import { expect, inject, test } from 'vitest';
import { startFaultProxy } from '../../../../packages/object-store/test/fault-proxy.ts';
import { createTestBucket } from '../../../../packages/object-store/test/test-bucket.ts';
import { image, imageRow, titleIn, useInstallation } from '../../test/backup-fixture.ts';
import { images } from '../platform/db/schema/core.ts';
import { dayMs } from '../platform/durations.ts';
import { readArchive } from './archive.ts';
import { openArchive } from './download.ts';
import { readManifest } from './manifest.ts';
import { pruneOffSite, sendBackup, verifyOffSite } from './off-site.ts';

const testWithStore = test.skipIf(inject('objectStore') === '');
const site = useInstallation(async (): Promise<Record<string, string>> => {
  if (inject('objectStore') === '') return {};
  return { BACKUP_URL: await createTestBucket('/site'), BACKUP_KEEP: '2' };
});

const openStore = () => openObjectStore(parseStoreUrl(site.env().BACKUP_URL ?? ''));

async function listKeys(prefix = ''): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of openStore().list(prefix)) keys.push(key);
  return keys;
}

testWithStore('a backup is sent, verified in the store, and removed from this machine', async () => {
  const { id, place, verification } = await site.store().make();
  expect([place, verification?.result]).toEqual(['off-site', 'verified']);
  expect(verification?.detail).toMatch(/2 files and \d+ pages are the same/);
  expect(await listKeys()).toEqual([
    `backups/${id}/manifest.jsonl`,
    `backups/${id}/summary.json`,
    `backups/${id}/threadline.db`,
    expect.stringMatching(/^images\/[0-9a-f]{64}$/),
  ]);
  expect(readdirSync(site.inData('backups'))).toEqual([]);
  const restarted = site.store();
  expect(await restarted.list()).toMatchObject({ backups: [{ id, place: 'off-site' }], problem: null });
});

testWithStore('an image is sent once, and a backup without changes is not needed', async () => {
  const proxy = await startFaultProxy(site.env().BACKUP_URL ?? '');
  const store = site.store({ BACKUP_URL: proxy.url });
  expect(store.isUnchanged()).toBe(false);
  await store.make();
  expect(store.isUnchanged()).toBe(true);
  site.saveTitle('Changed');
  expect(store.isUnchanged()).toBe(false);
  site.clock().advance(900_000);
  await store.make();
  expect(proxy.paths.filter((each) => each.startsWith('PUT') && each.includes('/images/'))).toHaveLength(1);
  expect((await store.list()).backups).toHaveLength(2);
});

testWithStore('an empty machine is restored by one command', async () => {
  site.saveTitle('Before the loss');
  await site.backUp();
  site.saveTitle('After the backup');
  site.stop();
  const other = site.newDataDir();
  const { code, text } = await site.cli(['restore', 'latest'], other);
  expect([code, text]).toEqual([0, expect.stringContaining('Restored the state of 2026-11-21T10:00:00.000Z.')]);
  expect(titleIn(`${other}/threadline.db`)).toBe('Before the loss');
  expect(readFileSync(`${other}/media/${image}`, 'utf8')).toBe('bytes of an image');
});

testWithStore('a backup in the store is verified again, and downloaded as one archive', async () => {
  const store = site.store();
  const { id } = await store.make();
  const archive = site.inData('downloaded.tar');
  writeFileSync(archive, Buffer.from(await new Response(await openArchive(site.deps(), id)).arrayBuffer()));
  const { files } = await readArchive(archive, { step: 'Reading', getTarget: () => undefined });
  expect(Object.keys(files).sort()).toEqual([`media/${image}`, 'threadline.db']);
  expect(readdirSync(site.inData('backups'))).toEqual([]);
  expect((await store.verify(id)).verification?.result).toBe('verified');
  const [key = ''] = await listKeys('images/');
  await openStore().put(key, 'other bytes');
  expect(await store.verify(id)).toMatchObject({ place: 'off-site', verification: { result: 'damaged' } });
  expect((await store.list()).backups).toMatchObject([{ id, verification: { result: 'damaged' } }]);
});

testWithStore.each([
  ['the database', 'threadline.db', /threadline\.db has other bytes/],
  ['an image', 'images/', /media\/.+ has other bytes/],
])('a restore changes nothing when %s was changed in the store', async (_, part, reason) => {
  const { id } = await site.store().make();
  const key = (await listKeys()).find((each) => each.includes(part)) ?? '';
  await openStore().put(key, 'other bytes');
  rmSync(site.inData('media', image));
  site.stop();
  const before = site.everything();
  const { code, text } = await site.cli(['restore', id]);
  expect([code, text]).toEqual([1, expect.stringMatching(reason)]);
  expect(text).toContain('Nothing was changed.');
  expect(site.everything()).toEqual(before);
});

testWithStore('while the store refuses backups they stay on this machine, and the next one is sent', async () => {
  const proxy = await startFaultProxy(site.env().BACKUP_URL ?? '');
  const store = site.store({ BACKUP_URL: proxy.url });
  proxy.refuseWhen((method) => (method === 'GET' ? undefined : 403));
  await expect(store.make()).rejects.toThrow(/^The backup could not be sent and stays on this server\. The store/);
  expect(store.failure()?.reason).toContain('could not be sent');
  expect(await store.listKnown()).toMatchObject([{ place: 'local', verification: { result: 'verified' } }]);
  proxy.refuseWhen(() => undefined);
  site.clock().advance(900_000);
  expect(await store.make()).toMatchObject({ place: 'off-site', verification: { result: 'verified' } });
  expect(store.failure()).toBeNull();
  expect((await store.listKnown()).map(({ place }) => place)).toEqual(['off-site', 'local']);
});

testWithStore('a new site in an empty folder does not push out the backups of the lost one', async () => {
  const id = await site.backUp();
  site.change("update audit_log set hash = 'another' where id = 1");
  await expect(site.store().make()).rejects.toThrow(
    /has backups of another site, .+ administrator can restore it \(npm run cli/,
  );
  expect((await site.store().list()).backups.find(({ place }) => place === 'off-site')?.id).toBe(id);
});

testWithStore('a backup counts when the store fails right after its verification', async () => {
  const proxy = await startFaultProxy(site.env().BACKUP_URL ?? '');
  const store = site.store({ BACKUP_URL: proxy.url });
  let isDown = false;
  proxy.refuseWhen((method, path) => {
    if (isDown) return 403;
    isDown = method === 'PUT' && path.includes('summary.json');
    return undefined;
  });
  expect(await store.make()).toMatchObject({ place: 'off-site', verification: { result: 'verified' } });
  expect(store.failure()).toBeNull();
  expect(readdirSync(site.inData('backups'))).toEqual([]);
});

testWithStore('a key that may not delete keeps old backups, and the new one is complete', async () => {
  const proxy = await startFaultProxy(site.env().BACKUP_URL ?? '');
  proxy.refuseWhen((method) => (method === 'DELETE' ? 403 : undefined));
  const store = site.store({ BACKUP_URL: proxy.url });
  for (let round = 0; round < 4; round += 1) {
    expect(await store.make()).toMatchObject({ verification: { result: 'verified' } });
    site.clock().advance(1000);
  }
  expect(store.failure()).toBeNull();
  expect((await store.list()).backups).toHaveLength(4);
});

testWithStore('old backups are removed with the images that only they name', async () => {
  const { db, log } = site.deps();
  await site.backUp();
  db.delete(images).run();
  rmSync(site.inData('media', image));
  const second = `${'cd'.repeat(16)}-480.avif`;
  db.insert(images).values(imageRow(second)).run();
  writeFileSync(site.inData('media', second), 'bytes of another image');
  const retained = [await site.backUp(), await site.backUp()];
  const list = (await site.store().list()).backups.map(({ id }) => id);
  expect(list).toEqual(retained.toReversed());
  // Younger images may belong to a backup that is being sent.
  expect(await listKeys('images/')).toHaveLength(2);
  const now = new Date(Date.now() + dayMs + 60_000);
  await openStore().put('backups/2026-01-01T00-00-00-000Z/threadline.db', 'of a killed upload');
  await pruneOffSite(openStore(), { old: ['2026-11-21T09-00-00-000Z'], now, log });
  expect(await listKeys('images/')).toHaveLength(1);
  expect(await listKeys('backups/2026-01-01')).toEqual([]);
  expect((await site.cli(['restore', retained[0] ?? ''], site.newDataDir())).code).toBe(0);
});

testWithStore('a backup that is not verified in the store stays on this machine and removes no other one', async () => {
  const earlier = [await site.backUp(), await site.backUp()];
  const proxy = await startFaultProxy(site.env().BACKUP_URL ?? '');
  const store = site.store({ BACKUP_URL: proxy.url });
  proxy.refuseWhen((method, path) => (method === 'GET' && path.endsWith('/threadline.db') ? 403 : undefined));
  await expect(store.make()).rejects.toThrow(
    /^The backup was sent, but is not verified in the store, and stays on this server\. The rehearsal/,
  );
  expect(store.failure()?.reason).toContain('is not verified in the store');
  const { backups } = await store.list();
  expect(backups.find(({ place }) => place === 'local')).toMatchObject({ verification: { result: 'verified' } });
  const sent = backups.filter(({ place }) => place === 'off-site').map(({ id }) => id);
  expect(sent).toEqual(expect.arrayContaining(earlier));
});

testWithStore.each([
  ['of another size', 'other bytes'],
  ['of the same size', 'BYTES of an image'],
])('a stored image with other bytes %s is sent again', async (_, bytes) => {
  const store = site.store();
  await store.make();
  const [key = ''] = await listKeys('images/');
  await openStore().put(key, bytes);
  site.clock().advance(60_000);
  const { id, verification } = await store.make();
  expect(verification?.result).toBe('verified');
  expect((await site.cli(['restore', id], site.newDataDir())).code).toBe(0);
});

testWithStore('a stored image with other bytes fails the verification', async () => {
  const { id } = await site.store({ BACKUP_URL: '' }).make();
  const manifest = await readManifest(site.inBackup(id));
  const input = { id, intact: new Map<string, string>() };
  await sendBackup(openStore(), { ...input, folder: site.inBackup(id), manifest });
  const [key = ''] = await listKeys('images/');
  await openStore().put(key, 'BYTES of an image');
  const { config } = site.deps();
  const verdict = await verifyOffSite(config, { ...input, store: openStore(), base: site.inData('backups') });
  expect(verdict).toEqual({ result: 'damaged', detail: expect.stringMatching(/media\/.+ has other bytes/) });
});

testWithStore('a store in which no backup can be read is refused, because it may be that of another site', async () => {
  const id = await site.backUp();
  await openStore().put(`backups/${id}/manifest.jsonl`, 'damaged');
  site.clock().advance(60_000);
  await expect(site.store().make()).rejects.toThrow(
    /stays on this server\. No manifest of the backups in the store \S+ at \S+ can be read, so .* Choose another bucket or folder, or remove them from the store\.$/,
  );
});

testWithStore('a backup that cannot be read is listed as damaged and prevents no later one', async () => {
  await site.backUp();
  const id = await site.backUp();
  for (const name of ['summary.json', 'manifest.jsonl']) await openStore().put(`backups/${id}/${name}`, 'damaged');
  await openStore().put(`images/${'0'.repeat(64)}`, 'of the damaged backup');
  const later = await site.backUp();
  const { backups, problem } = await site.store().list();
  expect(problem).toBeNull();
  expect(backups.map((each) => [each.id, each.verification?.result])).toEqual([
    [later, 'verified'],
    [id, 'damaged'],
  ]);
  const now = new Date(Date.now() + dayMs + 60_000);
  const { log } = site.deps();
  const old = ['2026-11-21T09-00-00-000Z'];
  expect(await pruneOffSite(openStore(), { old, now, log })).toBe(true);
  expect(await listKeys('images/')).toHaveLength(2);
  expect(await pruneOffSite(openStore(), { old: [id], now, log })).toBe(true);
  expect(await listKeys('images/')).toHaveLength(1);
});

testWithStore('local backups of the time before are removed in the same order', async () => {
  const local = site.store({ BACKUP_URL: '' });
  const { id } = await local.make();
  site.clock().advance(dayMs);
  await site.backUp();
  expect((await site.store().list()).backups.map(({ place }) => place)).toEqual(['off-site', 'local']);
  site.clock().advance(dayMs);
  await site.backUp();
  expect(readdirSync(site.inData('backups'))).not.toContain(id);
});

testWithStore('a backup that was not verified is not restored as the latest one', async () => {
  const { id } = await site.store().make();
  await openStore().delete(`backups/${id}/summary.json`);
  const other = site.newDataDir();
  const { code, text } = await site.cli(['restore', 'latest'], other);
  expect([code, text]).toEqual([1, expect.stringContaining('It holds 1 that failed verification')]);
  expect((await site.cli(['restore', id], other)).code).toBe(0);
});

testWithStore('an unreachable store is reported by a restore and in the list, without key and secret', async () => {
  const closed = 's3+http://canary-key:canary-secret@127.0.0.1:4/bucket?region=auto';
  const store = site.store({ BACKUP_URL: closed });
  const { backups, problem } = await store.list();
  expect([backups, problem]).toEqual([[], expect.stringMatching(/cannot be reached/)]);
  site.env().BACKUP_URL = closed;
  const { code, text } = await site.cli(['restore', 'latest']);
  expect([code, text]).toEqual([1, expect.stringMatching(/cannot be reached .* Nothing was changed\.$/)]);
  expect(`${problem} ${text}`).not.toContain('canary');
});
