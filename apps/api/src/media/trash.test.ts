import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createStoredImageFixture, type ImageFixture, picture } from '../../test/image-fixture.ts';
import { images } from '../platform/db/schema/core.ts';
import { openMediaStorage } from '../platform/storage/media-storage.ts';
import { emptyTrash, trashRetentionMs } from './trash.ts';

test('a deleted image is neither listed nor served, and one request restores it', async () => {
  const { app, call, image, path } = await createStoredImageFixture();
  const { status, body } = await call(path, { method: 'DELETE', body: { publicId: image.publicId } });
  expect([status, body]).toEqual([200, { success: true, message: 'Image deleted.' }]);
  expect((await call('/api/upload/images')).body.images).toEqual([]);
  expect((await app.request(image.url)).status).toBe(404);
  expect((await call(path, { method: 'DELETE' })).status).toBe(404);
  expect((await call(path, { method: 'PATCH', body: { alt: 'x' } })).status).toBe(404);
  expect((await call(`${path}/restore`, { method: 'POST' })).body.image).toEqual(image);
  expect((await call('/api/upload/images')).body.images).toEqual([image]);
  expect((await app.request(image.url)).status).toBe(200);
  expect((await call(`${path}/restore`, { method: 'POST' })).status).toBe(404);
});

test('a signed-in user can see an image in the trash, other people cannot', async () => {
  const { app, call, path, token } = await createStoredImageFixture();
  const look = (headers?: Record<string, string>) => app.request(`${path}/thumbnail`, { headers });
  const signedIn = { authorization: `Bearer ${token}` };
  expect((await look(signedIn)).status).toBe(404);
  await call(path, { method: 'DELETE' });
  const reply = await look(signedIn);
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect((await sharp(Buffer.from(await reply.arrayBuffer())).metadata()).format).toBe('webp');
  expect((await look()).status).toBe(401);
});

test('after 30 days an image cannot be restored, even if its files still exist', async () => {
  const { call, deps, path } = await createStoredImageFixture();
  await call(path, { method: 'DELETE' });
  const setTrashedFor = (ms: number) =>
    deps.db
      .update(images)
      .set({ trashedAt: new Date(deps.now().getTime() - ms).toISOString() })
      .run();
  const listed = async () => (await call('/api/upload/images?limit=1&filter=trash')).body.page.total;
  setTrashedFor(trashRetentionMs);
  expect(await listed()).toBe(1);
  setTrashedFor(trashRetentionMs + 1);
  expect(await listed()).toBe(0);
  expect((await call(`${path}/restore`, { method: 'POST' })).status).toBe(404);
});

test('restoring an image retries a failed publication', async () => {
  const { call, content, path, publishing } = await createStoredImageFixture();
  const { revision } = content.save([{ section: 'hero', key: 'title', value: 'With a picture' }], null);
  await call(path, { method: 'DELETE' });
  publishing.report({ state: 'failed', revision, faults: [{ detail: 'The picture is not in Image Management.' }] });
  const { generation } = publishing.targetRevision();
  await call(`${path}/restore`, { method: 'POST' });
  expect(publishing.targetRevision()).toMatchObject({ generation: generation + 1, revision });
  expect(publishing.status()).toMatchObject({ state: 'saved', faults: [] });
});

test('uploading the same image again restores it from the trash', async () => {
  const { call, image, path, upload } = await createStoredImageFixture();
  await call(path, { method: 'DELETE' });
  const { body } = await upload([['again.png', await picture()]]);
  expect(body).toMatchObject({ images: [image], known: [] });
});

test('after 30 days in the trash an image and all its files are removed', async () => {
  const { call, deps, path } = await createStoredImageFixture();
  const storage = openMediaStorage(deps.config);
  await call(path, { method: 'DELETE' });
  deps.clock.advance(trashRetentionMs);
  expect(await emptyTrash(deps, storage)).toBe(0);
  deps.clock.advance(1);
  expect(await emptyTrash(deps, storage)).toBe(1);
  expect(readdirSync(join(deps.config.dataDir, 'media'))).toEqual([]);
  expect(deps.db.select().from(images).all()).toEqual([]);
});

test('a deleted image is still served for a kept release that shows it', async () => {
  const { call, deps, image, path, app } = await createStoredImageFixture();
  const { dataDir } = deps.config;
  const name = image.url.replace('/media/', '');
  const copy = join(dataDir, 'releases', '000001-0123abcd', 'public', 'media');
  mkdirSync(copy, { recursive: true });
  cpSync(join(dataDir, 'media', name), join(copy, name));
  writeFileSync(join(dataDir, 'releases', 'secret.webp'), 'secret');
  expect((await call(path, { method: 'DELETE' })).status).toBe(200);
  const reply = await app.request(image.url);
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect((await app.request(`/media/${'0'.repeat(32)}-480.webp`)).status).toBe(404);
  expect((await app.request('/media/..%2f..%2fsecret.webp')).status).toBe(404);
});

function setDeleted({ deps }: ImageFixture, agoMs: number): void {
  const trashedAt = new Date(deps.now().getTime() - agoMs).toISOString();
  deps.db.update(images).set({ trashedAt }).run();
}

/** Returns the names of the files in the media folder. */
const listMediaFiles = ({ deps }: ImageFixture) => readdirSync(join(deps.config.dataDir, 'media')).sort();
const removeFile = ({ deps }: ImageFixture, url: string) => rmSync(join(deps.config.dataDir, url));

test('an image with missing files is not restored, and the reply gives the reason', async () => {
  const fixture = await createStoredImageFixture();
  const { call, image, path } = fixture;
  await call(path, { method: 'DELETE' });
  removeFile(fixture, image.variants[0].url);
  const { status, body } = await call(`${path}/restore`, { method: 'POST' });
  expect([status, body.message]).toEqual([
    409,
    'The files of this image are missing, so it cannot be restored. Upload the image again.',
  ]);
  expect((await call('/api/upload/images')).body.images).toEqual([]);
});

test.each(['in the trash', 'in the library'])('uploading an image %s again writes its missing files', async (where) => {
  const fixture = await createStoredImageFixture();
  const { app, call, image, path, upload } = fixture;
  const before = listMediaFiles(fixture);
  if (where === 'in the trash') await call(path, { method: 'DELETE' });
  for (const { url } of image.variants) removeFile(fixture, url);
  const { status, body } = await upload([['again.png', await picture()]]);
  expect([status, body.images]).toEqual([201, [image]]);
  expect(listMediaFiles(fixture)).toEqual(before);
  expect((await app.request(image.url)).status).toBe(200);
});

test('an image whose permanent deletion failed halfway is restored with all its files or not at all', async () => {
  const fixture = await createStoredImageFixture();
  const { app, call, deps, image, path, upload } = fixture;
  const before = listMediaFiles(fixture);
  const storage = openMediaStorage(deps.config);
  let removed = 0;
  const failing = {
    ...storage,
    remove: (name: string) => (removed++ === 0 ? storage.remove(name) : Promise.reject(new Error('The disk is gone.'))),
  };
  await call(path, { method: 'DELETE' });
  setDeleted(fixture, trashRetentionMs + 1);
  await expect(emptyTrash(deps, failing)).rejects.toThrow('The disk is gone.');
  expect((await app.request(image.url)).status).toBe(404);
  // As after the system clock was set back.
  setDeleted(fixture, 1);
  expect((await call(`${path}/restore`, { method: 'POST' })).status).toBe(409);
  setDeleted(fixture, trashRetentionMs + 1);
  expect((await call(`${path}/restore`, { method: 'POST' })).status).toBe(404);
  const { body } = await upload([['again.png', await picture()]]);
  expect(body.images[0].publicId).toBe(image.publicId);
  expect(listMediaFiles(fixture)).toEqual(before);
  expect(await emptyTrash(deps, storage)).toBe(0);
});

test('an image that is uploaded again during its permanent deletion has all its files', async () => {
  const fixture = await createStoredImageFixture();
  const { app, call, deps, path, upload } = fixture;
  await call(path, { method: 'DELETE' });
  setDeleted(fixture, trashRetentionMs + 1);
  const storage = openMediaStorage(deps.config);
  const [{ status, body }] = await Promise.all([upload([['again.png', await picture()]]), emptyTrash(deps, storage)]);
  expect(status).toBe(201);
  for (const { url } of body.images[0].variants) expect((await app.request(url)).status).toBe(200);
});
