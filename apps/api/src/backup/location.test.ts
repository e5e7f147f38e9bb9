import { readdirSync } from 'node:fs';
import { openObjectStore } from '@threadline/object-store/object-store';
import { parseStoreUrl } from '@threadline/object-store/store-url';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { createTestBucket } from '../../../../packages/object-store/test/test-bucket.ts';
import { locationRow, titleIn, useInstallation } from '../../test/backup-fixture.ts';
import { createTestDeps } from '../../test/create-test-deps.ts';
import { loadConfig } from '../config.ts';
import { openDatabase } from '../platform/db/client.ts';
import { backupLocation } from '../platform/db/schema/core.ts';
import { minuteMs } from '../platform/durations.ts';
import { deriveBackupSecretKey } from '../platform/encryption.ts';
import { readKey } from '../platform/keys.ts';
import { openArchive } from './download.ts';
import { chooseIntervalHours, describeSharedLocation, findLocationOnDisk, readBackupLocation } from './location.ts';
import { createLocationSettings } from './location-settings.ts';
import { scheduleBackups } from './schedule.ts';
import { createBackups } from './store.ts';

const testWithStore = test.skipIf(inject('objectStore') === '');
const site = useInstallation();
const actor = { id: 'owner', name: 'Owner' };

/** Returns the values of the form for a new, empty bucket. */
async function createChange() {
  const url = await createTestBucket();
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = parseStoreUrl(url);
  return { endpoint, region, bucket, folder: 'site', accessKeyId, secretAccessKey };
}

/** The dependencies of a server, whose keys the command line finds, too. */
function createServer() {
  const deps = site.deps();
  const backupSecretKey = deriveBackupSecretKey(readKey(deps.config.dataDir, 'second-factor-key'));
  const server = { ...deps, secrets: { ...deps.secrets, backupSecretKey } };
  return { deps: server, settings: createLocationSettings(server), backups: createBackups(server) };
}

async function listKeys(change: Awaited<ReturnType<typeof createChange>>): Promise<string[]> {
  const keys: string[] = [];
  const store = openObjectStore({ ...change, prefix: '', style: 'path' });
  for await (const { key } of store.list('')) keys.push(key);
  return keys;
}

testWithStore(
  'the backup after a change goes to the new location, and older ones on this server stay listed',
  async () => {
    const { settings, backups, deps } = createServer();
    const local = await backups.make();
    deps.clock.advance(minuteMs);
    const change = await createChange();
    await settings.set(change, actor);
    expect(backups.isUnchanged()).toBe(false);
    const sent = await backups.make();
    expect([local.place, sent.place, sent.verification?.result]).toEqual(['local', 'off-site', 'verified']);
    expect((await backups.list()).backups.map(({ id }) => id)).toEqual([sent.id, local.id]);
    expect(await listKeys(change)).toContain(`site/backups/${sent.id}/manifest.jsonl`);
    expect(await openArchive(deps, sent.id)).toBeInstanceOf(ReadableStream);

    deps.clock.advance(minuteMs);
    settings.remove(actor);
    const last = await backups.make();
    expect((await backups.list()).backups.map(({ id, place }) => [id, place])).toEqual([
      [last.id, 'local'],
      [local.id, 'local'],
    ]);
    expect((await listKeys(change)).filter((key) => key.endsWith('manifest.jsonl'))).toHaveLength(1);
  },
);

testWithStore('a place with the backups of another site is refused', async () => {
  const { settings, backups, deps } = createServer();
  const change = await createChange();
  await settings.set(change, actor);
  await backups.make();
  deps.db.$client.exec("update audit_log set hash = 'of another site' where id = 1");
  const sentence = new RegExp(`^The store ${change.bucket}/site at .+ has backups of another site, .+ Choose another`);
  expect(await settings.check()).toEqual({ ok: false, detail: expect.stringMatching(sentence) });
  await expect(settings.set(change, actor)).rejects.toThrow(sentence);
  await expect(settings.set({ ...change, folder: 'another' }, actor)).resolves.toBeUndefined();
});

testWithStore('the schedule makes a backup at a new location at once, also while it waits after failures', async () => {
  const { settings, backups, deps } = createServer();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  await settings.set(await createChange(), actor);
  await backups.make();
  // The key is withdrawn at the provider: the next backup stays on this server.
  deps.db.update(backupLocation).set({ accessKeyId: 'withdrawn' }).run();
  onTestFinished(scheduleBackups(deps, backups));
  vi.advanceTimersByTime(minuteMs);
  await vi.waitFor(() => expect(backups.failure()?.reason).toContain('refuses the access key'), 20_000);
  await settings.set(await createChange(), actor);
  expect(backups.failure()).toBeNull();
  deps.clock.advance(1);
  vi.advanceTimersByTime(minuteMs);
  await vi.waitFor(async () => expect((await backups.listKnown())[0]?.place).toBe('off-site'), 20_000);
});

testWithStore('the command line restores from the location of the admin, and keeps the present one', async () => {
  const { settings, backups, deps } = createServer();
  const change = await createChange();
  await settings.set(change, actor);
  site.saveTitle('Of the backup');
  const { id } = await backups.make();
  site.saveTitle('After it');
  const next = await createChange();
  await settings.set(next, actor);
  const early = await site.cli(['restore', id]);
  expect([early.code, early.text]).toEqual([1, expect.stringContaining(`There is no backup ${id} in the store`)]);
  await settings.set({ ...change, region: 'default' }, actor);
  site.stop();
  const { code, text } = await site.cli(['restore', 'latest']);
  expect([code, text]).toEqual([
    0,
    expect.stringContaining(`Downloading ${id} from the store ${change.bucket}/site at`),
  ]);
  const file = site.inData('threadline.db');
  expect(titleIn(file)).toBe('Of the backup');
  expect(readBackupLocation({ ...deps, db: openDatabase(file) })).toMatchObject({
    store: { bucket: change.bucket, secretAccessKey: change.secretAccessKey },
    isSecretLost: false,
  });
});

testWithStore(
  'with the keys of another installation backups stay on the server, and each place asks for the secret',
  async () => {
    const { settings, deps } = createServer();
    await settings.set(await createChange(), actor);
    const moved = { ...deps, secrets: { ...deps.secrets, backupSecretKey: 'of another installation' } };
    expect(createLocationSettings(moved).get().isSecretLost).toBe(true);
    expect(await createLocationSettings(moved).check()).toMatchObject({ ok: false });
    const backups = createBackups(moved);
    await expect(backups.make()).rejects.toThrow(
      /^The backup could not be sent and stays on this server\. The secret access key for \S+ at \S+ cannot be read, .+ enter it again under Backup location\.$/,
    );
    expect(await backups.list()).toMatchObject({
      backups: [{ place: 'local' }],
      problem: expect.stringContaining('enter it again'),
    });
    expect(readdirSync(site.inData('backups'))).toHaveLength(1);
  },
);

testWithStore('doctor lists the backups at the location of the admin, and asks for a lost secret', async () => {
  const { settings, backups, deps } = createServer();
  const change = await createChange();
  await settings.set(change, actor);
  const { id } = await backups.make();
  expect((await site.cli(['doctor'])).text).toMatch(
    new RegExp(`The newest verified backup is ${id}, in the store ${change.bucket}/site at \\S+, \\d+ hours old`),
  );
  deps.db.update(backupLocation).set({ encryptedSecret: 'of another key' }).run();
  expect((await site.cli(['doctor'])).text).toMatch(/^fail +The secret access key for .+ enter it again/m);
  site.env().BACKUP_URL = `s3+https://k:s@s3.example.com/other?region=auto`;
  expect((await site.cli(['doctor'])).text).toContain(
    `The backup location that was set up in the admin, ${change.bucket}, is not used: BACKUP_URL wins.`,
  );
});

test('without a readable database only the location of the environment is known', () => {
  const { config } = site.deps();
  const BACKUP_URL = 's3+https://k:s@s3.example.com/bucket?region=auto';
  const withUrl = loadConfig({ DATA_DIR: site.newDataDir(), BACKUP_URL });
  expect(findLocationOnDisk({ ...config, dataDir: site.newDataDir() })).toBeUndefined();
  expect(findLocationOnDisk(withUrl)).toMatchObject({ source: 'environment', isSecretLost: false });
});

test('off-site a backup is made every quarter of an hour, unless another interval is set', () => {
  const off = {
    source: 'admin',
    store: parseStoreUrl('s3+https://k:s@host/bucket?region=auto'),
    isSecretLost: false,
  } as const;
  expect(chooseIntervalHours(loadConfig({}), undefined)).toBe(24);
  expect(chooseIntervalHours(loadConfig({}), off)).toBe(0.25);
  expect(chooseIntervalHours(loadConfig({ BACKUP_EVERY_HOURS: '6' }), off)).toBe(6);
});

const storeUrl = (place: string) => `s3+https://key:secret@s3.example.com/${place}?region=auto`;
const target = (place: string) =>
  JSON.stringify([{ kind: 'bucket', name: 'cdn', url: storeUrl(place), visibleAt: 'https://mills.test' }]);

test.each([
  ['STORAGE_URL', storeUrl('mills/site'), storeUrl('mills/images')],
  ['REPLICA_URL', storeUrl('mills/site'), storeUrl('mills/replica')],
  ['PUBLISH_TARGETS', target('mills/site'), target('mills/pages')],
])('%s must not name the location of the admin, unless BACKUP_URL wins', (name, shared, other) => {
  const describe = (env: Record<string, string>) => {
    const { config, db } = createTestDeps(env);
    db.insert(backupLocation)
      .values(locationRow(storeUrl('mills/site')))
      .run();
    return describeSharedLocation({ config, db });
  };
  expect(describe({ [name]: shared })).toBe(
    `${name} names the place of the backups that was set up in the admin: mills/site at s3.example.com. Choose another bucket or prefix, or set BACKUP_URL to another place.`,
  );
  expect(describe({ [name]: other })).toBeUndefined();
  expect(describe({ [name]: shared, BACKUP_URL: storeUrl('mills/backups') })).toBeUndefined();
});
