import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseStoreUrl } from '@threadline/object-store/store-url';
import { beforeEach, expect, inject, test } from 'vitest';
import { startFaultProxy } from '../../../../packages/object-store/test/fault-proxy.ts';
import { createTestBucket } from '../../../../packages/object-store/test/test-bucket.ts';
import { image, readManifest, titleIn, useInstallation } from '../../test/backup-fixture.ts';
import { openMediaStorage } from '../platform/storage/media-storage.ts';

const testWithStore = test.skipIf(inject('objectStore') === '');
const site = useInstallation(async (): Promise<Record<string, string>> => {
  if (inject('objectStore') === '') return {};
  return { STORAGE_URL: await createTestBucket('/images') };
});
const openStorage = () => openMediaStorage(site.deps().config);

beforeEach(async () => {
  if (inject('objectStore') === '') return;
  rmSync(site.inData('media'), { recursive: true });
  await openStorage().write(image, new TextEncoder().encode('bytes of an image'));
});

testWithStore('a backup names the images of an object store, and is restored with them in place', async () => {
  site.saveTitle('Before');
  const { id, verification } = await site.store().make();
  expect(verification).toMatchObject({
    result: 'verified',
    detail: expect.stringMatching(/^Restored for a test: 1 files .* 1 images are in their object store\.$/),
  });
  expect(existsSync(site.inBackup(id, 'media', image))).toBe(false);
  expect(readManifest(site.inBackup(id)).named).toMatchObject({ [`media/${image}`]: { bytes: 17 } });
  site.saveTitle('After');
  await site.restore(id);
  expect(titleIn(site.inData('threadline.db'))).toBe('Before');
});

testWithStore('a restore without the named images changes nothing, unless the command accepts it', async () => {
  const { id } = await site.store().make();
  await openStorage().remove(image);
  site.stop();
  const before = site.everything();
  const { code, text } = await site.cli(['restore', id]);
  expect([code, text]).toEqual([1, expect.stringMatching(/1 of 1 are not in the store \S+ at \S+ as they were/)]);
  expect(site.everything()).toEqual(before);
  expect((await site.cli(['restore', id, '--without-images'])).code).toBe(0);
});

testWithStore('a backup is damaged if the store has lost an image', async () => {
  await site.backUp();
  await openStorage().remove(image);
  expect((await site.store().make()).verification).toMatchObject({
    result: 'damaged',
    detail: `The backup is damaged: media/${image} is not in it.`,
  });
});

testWithStore('while the store does not answer, the database is backed up and not verified', async () => {
  await site.backUp();
  const proxy = await startFaultProxy(site.env().STORAGE_URL ?? '');
  proxy.refuseWhen(() => 403);
  const { id, verification } = await site.store({ STORAGE_URL: proxy.url }).make();
  expect(verification?.result).toBe('unverified');
  expect(readManifest(site.inBackup(id)).named).toMatchObject({ [`media/${image}`]: { bytes: 17 } });
});

testWithStore('an archive contains the images if requested, and restores them to another store or folder', async () => {
  const archive = site.inData('site.tar');
  const { code, text } = await site.cli(['backup', archive, '--with-media']);
  expect([code, text]).toEqual([0, expect.stringContaining('Restored for a test: 2 files')]);
  const emptyStore = await createTestBucket('/other');
  const inStore = site.newDataDir();
  site.env().STORAGE_URL = emptyStore;
  expect((await site.cli(['restore', archive], inStore)).code).toBe(0);
  expect(existsSync(join(inStore, 'media'))).toBe(false);
  const restored = openMediaStorage({ dataDir: inStore, mediaStore: parseStoreUrl(emptyStore) });
  expect(new TextDecoder().decode(await restored.read(image))).toBe('bytes of an image');
  delete site.env().STORAGE_URL;
  const inFolder = site.newDataDir();
  expect((await site.cli(['restore', archive], inFolder)).code).toBe(0);
  expect(readdirSync(join(inFolder, 'media'))).toEqual([image]);
});

testWithStore('an archive that names the images is restored on a machine with the same store', async () => {
  const archive = site.inData('site.tar');
  const { text } = await site.cli(['backup', archive]);
  expect(text).toContain('1 images stay in their object store: the archive names them.');
  expect((await site.cli(['restore', archive], site.newDataDir())).code).toBe(0);
  delete site.env().STORAGE_URL;
  const { code, text: refusal } = await site.cli(['restore', archive], site.newDataDir());
  expect([code, refusal]).toEqual([1, expect.stringContaining('can check STORAGE_URL.')]);
});
