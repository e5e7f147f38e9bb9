import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { refuseAll, startFaultyStore } from '../../../../packages/object-store/test/faulty-store.ts';
import { createTestBucket } from '../../../../packages/object-store/test/test-bucket.ts';
import { createImageFixture, createStoredImageFixture, picture } from '../../test/image-fixture.ts';
import { images } from '../platform/db/schema/core.ts';
import { findMediaPlace, openMediaStorage } from '../platform/storage/media-storage.ts';
import { emptyTrash, trashRetentionMs } from './trash.ts';

const testWithStore = test.skipIf(inject('objectStore') === '');

testWithStore('images are uploaded to the object store, served from there, and deleted with the trash', async () => {
  const fixture = await createStoredImageFixture({ STORAGE_URL: await createTestBucket('/site') });
  const { app, call, deps, image, path } = fixture;
  expect(existsSync(join(deps.config.dataDir, 'media'))).toBe(false);
  for (const { url, bytes } of image.variants) {
    const reply = await app.request(url);
    expect([reply.status, (await reply.arrayBuffer()).byteLength]).toEqual([200, bytes]);
  }
  await call(path, { method: 'DELETE' });
  expect((await call(`${path}/thumbnail`)).status).toBe(200);
  deps.clock.advance(trashRetentionMs + 1);
  expect(await emptyTrash(deps, openMediaStorage(deps.config))).toBe(1);
  const place = findMediaPlace(deps.config);
  if (!('store' in place)) return expect.fail();
  for await (const { key } of place.store.list('')) expect.fail(`${key} is left.`);
});

test('while the store refuses requests, editors read why, nothing changes, and published images stay visible', async () => {
  const fixture = await createImageFixture({ STORAGE_URL: await startFaultyStore(refuseAll) });
  const { app, deps, footprint, upload } = fixture;
  const before = footprint();
  const refused = await upload([['team.png', await picture()]]);
  expect([refused.status, refused.body.message]).toEqual([
    503,
    'The image storage refuses this server. Nothing was changed. The server’s administrator can help.',
  ]);
  expect(footprint()).toEqual(before);
  expect(deps.db.select().from(images).all()).toEqual([]);

  const name = `${'ab'.repeat(16)}-480.webp`;
  expect((await app.request(`/media/${name}`)).status).toBe(503);
  const released = join(deps.config.dataDir, 'releases', '000001-0123abcd', 'public', 'media');
  mkdirSync(released, { recursive: true });
  writeFileSync(join(released, name), 'bytes of an image');
  const reply = await app.request(`/media/${name}`);
  expect([reply.status, await reply.text()]).toEqual([200, 'bytes of an image']);
});
