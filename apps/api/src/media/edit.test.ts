import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ImageEdit } from '@threadline/schema/content/image-edit';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createImageFixture, createQuarters, picture, readCorners } from '../../test/image-fixture.ts';
import { send } from '../../test/test-app.ts';
import { listAudit } from '../audit-log/list.ts';
import { listMediaFiles as listNamedFiles } from '../backup/verify.ts';
import { auditLog } from '../platform/db/schema/core.ts';
import { openMediaStorage } from '../platform/storage/media-storage.ts';
import { readSnapshot } from '../publishing/snapshot.ts';
import { emptyTrash, removeRetiredFiles, trashRetentionMs } from './trash.ts';

/** A library with one picture of four colours, which a page shows. */
async function createEditedFixture(options: Parameters<typeof createQuarters>[0] = {}) {
  const fixture = await createImageFixture();
  const { app, call, content, deps, token, upload } = fixture;
  const { body } = await upload([['quarters.jpg', await createQuarters(options)]], { tags: 'hero' });
  const [image] = body.images;
  const path = `/api/upload/image/${image._id}`;
  await call(path, { method: 'PATCH', body: { alt: 'Four colours' } });
  const value = { heading: 'A', body: 'B', picture: { src: image.url, alt: '' } };
  content.save([{ section: 'about', key: 'block-a', value }], null);

  async function replace(name: string, bytes: Uint8Array<ArrayBuffer> | string) {
    const form = new FormData();
    form.append('images', new Blob([bytes]), name);
    const encoded = new Response(form);
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
    return send(app, `${path}/file`, { method: 'PUT', body: await encoded.arrayBuffer(), token, headers });
  }

  return {
    ...fixture,
    image,
    path,
    replace,
    edit: (edit: object) => call(`${path}/edit`, { method: 'PUT', body: edit }),
    corners: async (url: string) => readCorners(join(deps.config.dataDir, url.slice(1))),
    listFiles: () => readdirSync(join(deps.config.dataDir, 'media')).sort(),
    listActions: () =>
      deps.db
        .select()
        .from(auditLog)
        .where(eq(auditLog.byName, 'Editor'))
        .all()
        .map(({ action }) => action),
  };
}

const right = { x: 200, y: 0, width: 200, height: 200 };

test.each<[string, ImageEdit, number, string]>([
  ['turned right', { rotation: 90, crop: null }, 1, '200 400 blue red yellow lime'],
  ['turned by half', { rotation: 180, crop: null }, 1, '400 200 yellow blue lime red'],
  ['turned left', { rotation: 270, crop: null }, 1, '200 400 lime yellow red blue'],
  ['cropped to its right half', { rotation: 0, crop: right }, 1, '200 200 lime lime yellow yellow'],
  [
    'turned and cropped',
    { rotation: 90, crop: { x: 100, y: 0, width: 100, height: 200 } },
    1,
    '100 200 red red red red',
  ],
  // The camera was held upright: 200 × 400, blue and red at the top.
  [
    'of a camera, cropped',
    { rotation: 0, crop: { x: 0, y: 0, width: 200, height: 200 } },
    6,
    '200 200 blue red blue red',
  ],
  ['of a camera, turned left', { rotation: 270, crop: null }, 6, '400 200 red lime blue yellow'],
])('a picture %s is encoded like this', async (_, edit, orientation, expected) => {
  const fixture = await createEditedFixture({ orientation });
  const { status, body } = await fixture.edit(edit);
  expect([status, body.image?.original?.edit]).toEqual([200, edit]);
  const { width, height, url } = body.image;
  expect([width, height, ...(await fixture.corners(url))].join(' ')).toBe(expected);
});

test('a crop changes every use, is published, moves the focal point, and is undone by the edit before', async () => {
  const { app, call, content, deps, edit, image, listActions, path } = await createEditedFixture();
  await call(path, { method: 'PATCH', body: { focus: { x: 75, y: 50 } } });
  const before = content.queries.latestRevision();
  const { body } = await edit({ rotation: 0, crop: right });
  expect(body.image).toMatchObject({
    publicId: image.publicId,
    alt: 'Four colours',
    tags: ['hero'],
    focus: { x: 50, y: 50 },
    original: { width: 400, height: 200 },
  });
  const revision = content.queries.latestRevision();
  expect(revision).toBe(before + 1);
  const snapshot = readSnapshot(deps, content.queries, revision);
  expect(snapshot.images[image.publicId]).toMatchObject({ width: 200, height: 200 });
  expect((await app.request(body.image.url)).status).toBe(200);

  const undone = await edit({ rotation: 0, crop: null });
  expect(undone.body.image).toMatchObject({ url: image.url, width: 400, focus: { x: 75, y: 50 } });
  expect(listActions().filter((action) => action === 'image.edited')).toHaveLength(2);
  // The same edit again changes nothing.
  await edit({ rotation: 0, crop: null });
  expect(content.queries.latestRevision()).toBe(revision + 1);
});

test.each<[string, object, string]>([
  [
    'outside the picture',
    { rotation: 90, crop: { ...right, width: 100 } },
    'The crop exceeds the picture, which has 200 × 400 pixels.',
  ],
  [
    'smaller than 100 pixels',
    { rotation: 0, crop: { ...right, height: 99 } },
    'Make the picture at least 100 × 100 pixels.',
  ],
  ['of half pixels', { rotation: 0, crop: { ...right, x: 0.5 } }, 'Use whole pixels.'],
  ['at an angle', { rotation: 45, crop: null }, 'Turn by 0, 90, 180 or 270 degrees.'],
])('a crop %s is refused, and nothing changes', async (_, edit, sentence) => {
  const fixture = await createEditedFixture();
  const before = fixture.footprint();
  const { status, body } = await fixture.edit(edit);
  expect([status, body.errors[0].detail]).toEqual([422, sentence]);
  expect(fixture.footprint()).toEqual(before);
});

test('a file is replaced at every use with its alt text, and the former file is restored', async () => {
  const fixture = await createEditedFixture();
  const { call, content, corners, deps, edit, image, listActions, path, replace } = fixture;
  await edit({ rotation: 0, crop: right });
  await call(path, { method: 'PATCH', body: { focus: { x: 75, y: 20 } } });
  const revision = content.queries.latestRevision();
  const { status, body } = await replace('new.png', await picture({ width: 300, height: 300, colour: 'blue' }));
  expect(status).toBe(200);
  expect(body.image).toMatchObject({
    _id: image._id,
    publicId: image.publicId,
    originalName: 'new.png',
    previousName: 'quarters.jpg',
    alt: 'Four colours',
    tags: ['hero'],
    focus: { x: 50, y: 50 },
    width: 300,
    height: 300,
    original: { edit: { rotation: 0, crop: null } },
  });
  expect(await corners(body.image.url)).toEqual(['blue', 'blue', 'blue', 'blue']);
  expect(content.queries.latestRevision()).toBe(revision + 1);

  const [entry] = listAudit(deps.db, 1);
  expect(entry?.subject).toBe(`quarters.jpg → new.png (${image.publicId})`);

  const restored = await call(`${path}/file/restore`, { method: 'POST' });
  expect(restored.body.image).toMatchObject({
    originalName: 'quarters.jpg',
    previousName: 'new.png',
    focus: { x: 75, y: 20 },
    width: 200,
    original: { edit: { rotation: 0, crop: right } },
  });
  expect(await corners(restored.body.image.url)).toEqual(['lime', 'lime', 'yellow', 'yellow']);
  // Undo can be undone.
  expect((await call(`${path}/file/restore`, { method: 'POST' })).body.image.originalName).toBe('new.png');
  expect(listActions().filter((action) => action === 'image.replaced')).toHaveLength(3);
});

test('a replaced file is recognised when it is uploaded again, and its former file becomes an image of its own', async () => {
  const { call, image, replace, upload } = await createEditedFixture();
  const blue = await picture({ colour: 'blue' });
  await replace('blue.png', blue);
  const again = await upload([['again.png', blue]]);
  expect([again.body.known, again.body.images[0].publicId]).toEqual([[image._id], image.publicId]);
  // Another image with the same name must not be taken for it.
  await upload([['red.png', await picture({ colour: 'red' })]]);
  expect((await replace('red.png', await picture({ colour: 'lime' }))).body.image.originalName).toBe('red (2).png');
  await replace('blue.png', blue);
  const former = (await upload([['quarters.jpg', await createQuarters()]])).body;
  expect([former.known, former.images[0].publicId === image.publicId]).toEqual([[], false]);
  expect((await call('/api/upload/images')).body.images).toHaveLength(3);
});

test('a file that is not an image replaces nothing', async () => {
  const fixture = await createEditedFixture();
  const before = fixture.footprint();
  expect((await fixture.replace('page.png', '<!doctype html>')).status).toBe(422);
  expect((await fixture.replace('cut.png', (await picture()).slice(0, 50))).status).toBe(422);
  expect(fixture.footprint()).toEqual(before);
  expect((await fixture.call(`${fixture.path}/file/restore`, { method: 'POST' })).body.message).toBe(
    'This image has no previous file.',
  );
});

test('a backup names the originals, and they are removed with their image', async () => {
  const { call, deps, edit, listFiles, path, replace, content } = await createEditedFixture();
  await replace('new.png', await picture({ width: 300, height: 300, colour: 'blue' }));
  await edit({ rotation: 90, crop: null });
  expect(listFiles().map((name) => `media/${name}`)).toEqual(expect.arrayContaining([...listNamedFiles(deps.db)]));
  expect(listFiles().filter((name) => name.endsWith('.original'))).toHaveLength(2);
  const drawing = { heading: 'A', body: 'B', picture: { src: '/art/hero-build', alt: '' } };
  content.save([{ section: 'about', key: 'block-a', value: drawing }], null);
  await call(path, { method: 'DELETE' });
  deps.clock.advance(trashRetentionMs + 1);
  expect(await emptyTrash(deps, openMediaStorage(deps.config))).toBe(1);
  await removeRetiredFiles(deps, openMediaStorage(deps.config));
  expect(listFiles()).toEqual([]);
});

test('former files stay for 30 days, for backups and pages in caches, and then lead to the present file', async () => {
  const { app, deps, edit, image, listFiles } = await createEditedFixture();
  const before = listFiles();
  const { body } = await edit({ rotation: 0, crop: right });
  expect((await app.request(image.url)).status).toBe(200);
  await edit({ rotation: 0, crop: null });
  expect((await app.request(body.image.url)).status).toBe(200);
  deps.clock.advance(trashRetentionMs + 1);
  await removeRetiredFiles(deps, openMediaStorage(deps.config));
  expect(listFiles()).toEqual(before);
  const former = await app.request(body.image.url);
  const { status, headers } = former;
  expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([302, image.url, 'no-cache']);
});

test('a copy with a crop leaves the image and its uses as they are', async () => {
  const { call, content, corners, image, path, listActions } = await createEditedFixture();
  const before = content.queries.workingCopy();
  const { status, body } = await call(`${path}/copy`, { method: 'POST', body: { rotation: 0, crop: right } });
  const { originalName, alt, tags, url } = body.image;
  expect([status, originalName, alt, tags]).toEqual([201, 'quarters (crop).jpg', 'Four colours', ['hero']]);
  expect((await corners(url)).join(' ')).toBe('lime lime yellow yellow');
  expect((await corners(image.url)).join(' ')).toBe('red lime blue yellow');
  expect(content.queries.workingCopy()).toEqual(before);
  expect((await call('/api/upload/images?limit=9')).body.images).toHaveLength(2);
  expect(listActions().at(-1)).toBe('image.created');
  const outside = { rotation: 0, crop: { x: 300, y: 0, width: 200, height: 200 } };
  expect((await call(`${path}/copy`, { method: 'POST', body: outside })).status).toBe(422);
});

test('an address leads the admin to the present file at once, and is never cached for it', async () => {
  const { app, edit, image } = await createEditedFixture();
  const open = async (url: string) => {
    const { status, headers } = await app.request(`${url}?current=0`);
    return [status, headers.get('location'), headers.get('cache-control')];
  };
  expect(await open(image.url)).toEqual([200, null, 'no-cache']);
  const { body } = await edit({ rotation: 0, crop: right });
  expect(await open(image.url)).toEqual([302, body.image.url, 'no-cache']);
  expect(await open(body.image.url)).toEqual([200, null, 'no-cache']);
});

test('only signed-in users get the original, and never as a document', async () => {
  const { app, path, token } = await createEditedFixture();
  expect((await app.request(`${path}/original`)).status).toBe(401);
  const reply = await app.request(`${path}/original`, { headers: { authorization: `Bearer ${token}` } });
  expect([reply.headers.get('content-type'), reply.headers.get('content-disposition')]).toEqual([
    'application/octet-stream',
    'attachment',
  ]);
  expect(new Uint8Array(await reply.arrayBuffer())).toEqual(await createQuarters());
});

test('an image whose original is missing is not changed', async () => {
  const { deps, edit, footprint, listFiles } = await createEditedFixture();
  for (const name of listFiles().filter((file) => file.endsWith('.original')))
    rmSync(join(deps.config.dataDir, 'media', name));
  const before = footprint();
  const { status, body } = await edit({ rotation: 90, crop: null });
  expect([status, body.message]).toEqual([
    409,
    'The original file of this image is missing. Replace the file, then crop it.',
  ]);
  expect(footprint()).toEqual(before);
});
