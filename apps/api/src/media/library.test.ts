import { renderableImageSchema } from '@threadline/schema/content/image';
import { expect, test } from 'vitest';
import { createImageFixture, createStoredImageFixture, type ImageFixture, picture } from '../../test/image-fixture.ts';
import { send } from '../../test/test-app.ts';
import { contentHistory, contentItems, publishing, revisions } from '../platform/db/schema/core.ts';
import { listRenderableImages } from './stored-images.ts';

test('images are listed newest first', async () => {
  const fixture = await createImageFixture();
  for (const colour of ['red', 'green', 'blue']) {
    await fixture.upload([[`${colour}.png`, await picture({ colour })]]);
    fixture.deps.clock.advance(1000);
  }
  const { body } = await fixture.call('/api/upload/images');
  expect(body.images.map(({ originalName }: { originalName: string }) => originalName)).toEqual([
    'blue.png',
    'green.png',
    'red.png',
  ]);
});

test('tags, description and focal point can be changed separately', async () => {
  const { call, path, image } = await createStoredImageFixture();
  const patch = (body: unknown) => call(path, { method: 'PATCH', body });
  expect((await patch({ alt: 'The team — at work' })).body.image).toEqual({ ...image, alt: 'The team — at work' });
  expect((await patch({ focus: { x: 10, y: 90.5 } })).body.image.focus).toEqual({ x: 10, y: 90.5 });
  expect((await patch({ tags: ['banner', 'banner'] })).body).toMatchObject({
    success: true,
    image: { alt: 'The team — at work', focus: { x: 10, y: 90.5 }, tags: ['banner'] },
  });
});

const block = (src: string) => ({
  section: 'about',
  key: 'block-a',
  value: { heading: 'A', body: 'B', picture: { src, alt: '' } },
});
const editor = { id: 'u1', name: 'Editor One' };

test('a changed description or focal point of an image in use creates a revision; changed tags do not', async () => {
  const { call, content, deps, path, image } = await createStoredImageFixture();
  await call(path, { method: 'PATCH', body: { alt: 'Four people' } });
  content.save([block(image.url)], editor);
  const patch = (body: unknown) => call(path, { method: 'PATCH', body });
  /** Returns whether a change created a revision to publish. */
  const createsRevision = async (change: unknown) => {
    const before = content.queries.latestRevision();
    await patch(change);
    const revision = content.queries.latestRevision();
    expect(deps.db.select().from(publishing).get()?.targetRevision).toBe(revision);
    return revision > before;
  };
  expect(await createsRevision({ tags: ['banner'] })).toBe(false);
  expect(await createsRevision({ alt: 'The team at work' })).toBe(true);
  expect(await createsRevision({ alt: 'The team at work' })).toBe(false);
  expect(await createsRevision({ focus: { x: 10, y: 90 } })).toBe(true);
  expect(deps.db.select().from(revisions).all().at(-1)?.byName).toBe('Editor');
});

test('changing an image that no page shows creates no revision', async () => {
  const { call, content, path } = await createStoredImageFixture();
  expect((await call(path, { method: 'PATCH', body: { alt: 'The team at work' } })).body.image.alt).toBe(
    'The team at work',
  );
  expect(content.queries.latestRevision()).toBe(0);
});

test('an image can be deleted by its id without a request body [U13]', async () => {
  const { call, path } = await createStoredImageFixture();
  expect((await call(path, { method: 'DELETE' })).status).toBe(200);
});

function useImage({ deps, image }: { deps: ImageFixture['deps']; image: { url: string } }, revision: number): void {
  const item = {
    section: 'hero',
    key: 'slide-1',
    value: { media: { src: image.url } },
    metadata: {},
    position: 0,
    version: 1,
    updatedAt: deps.now().toISOString(),
  };
  deps.db.insert(revisions).values({ revision, at: item.updatedAt }).run();
  deps.db
    .insert(contentHistory)
    .values({ ...item, revision, operation: 'create' })
    .run();
  deps.db.insert(contentItems).values(item).run();
}

const inUse = 'This image is used on the site. Choose another one there, then delete it.';

test('an image that the content uses cannot be deleted [U13]', async () => {
  const fixture = await createStoredImageFixture();
  useImage(fixture, 1);
  const before = fixture.footprint();
  const { status, body } = await fixture.call(fixture.path, { method: 'DELETE' });
  expect([status, body.success, body.code, body.message]).toEqual([409, false, 'conflict', inUse]);
  expect(fixture.footprint()).toEqual(before);
});

test('an image lists the fields that show it', async () => {
  const fixture = await createStoredImageFixture();
  expect((await fixture.call(`${fixture.path}/uses`)).body.uses).toEqual([]);
  useImage(fixture, 1);
  expect((await fixture.call(`${fixture.path}/uses`)).body.uses).toEqual([
    {
      working: true,
      live: true,
      section: 'hero',
      key: 'slide-1',
      name: expect.stringMatching(/^Slide/),
      pointer: '/media/src',
      field: 'Image or video',
    },
  ]);
  expect((await fixture.call('/api/upload/image/unknown/uses')).status).toBe(404);
});

test('an image that only the live pages use cannot be deleted', async () => {
  const fixture = await createStoredImageFixture();
  const { db } = fixture.deps;
  useImage(fixture, 1);
  db.delete(contentItems).run();
  const [shown] = db.select().from(contentHistory).all();
  if (!shown) throw new Error('There is no history.');
  db.insert(revisions).values({ revision: 2, at: shown.updatedAt }).run();
  db.insert(contentHistory)
    .values({ ...shown, id: undefined, revision: 2, version: 2, operation: 'delete' })
    .run();
  db.update(publishing).set({ liveRevision: 1 }).run();
  expect((await fixture.call(fixture.path, { method: 'DELETE' })).status).toBe(409);
  db.update(publishing).set({ liveRevision: 2 }).run();
  expect((await fixture.call(fixture.path, { method: 'DELETE' })).status).toBe(200);
});

const json = { 'content-type': 'application/json' };

test.each([
  ['PATCH', { body: '{"alt":' }, 400],
  ['PATCH', { body: 'alt=x', headers: { 'content-type': 'text/plain' } }, 415],
  ['PATCH', { body: { alt: 'x'.repeat(1_000_000) } }, 413],
  ['PATCH', { body: { alt: 'x'.repeat(241) } }, 422],
  ['PATCH', { body: { alt: 7 } }, 422],
  ['PATCH', { body: { tags: 'hero' } }, 422],
  ['PATCH', { body: { tags: ['<script>'] } }, 422],
  ['PATCH', { body: { tags: Array.from({ length: 21 }, (_, index) => `t${index}`) } }, 422],
  ['PATCH', { body: { focus: { x: 101, y: 0 } } }, 422],
  ['PATCH', { body: { focus: { x: '1', y: 0 } } }, 422],
  ['PATCH', { body: { url: '/media/other' } }, 422],
  ['PATCH', { body: '{"__proto__":{"alt":"x"}}' }, 422],
  ['PATCH', { body: '{"alt":"\\ud800"}' }, 422],
  ['PATCH', { body: [] }, 422],
  ['DELETE', { body: '{"publicId":' }, 400],
  ['DELETE', { body: { publicId: 7 } }, 422],
  ['DELETE', { body: { publicId: '../../etc' } }, 409],
  ['DELETE', { body: { publicId: '0'.repeat(32) } }, 409],
  ['DELETE', { body: { publicId: 'x'.repeat(1_000_000) } }, 413],
  ['DELETE', { headers: { authorization: 'Bearer nobody' } }, 401],
  ['PATCH', { body: { alt: 'x' }, headers: { ...json, authorization: 'Bearer nobody' } }, 401],
] as const)('%s %j on an image is refused with %i', async (method, options, status) => {
  const fixture = await createStoredImageFixture();
  const before = fixture.footprint();
  const reply = await fixture.call(fixture.path, { ...options, method } as Parameters<typeof send>[2]);
  expect([reply.status, reply.body.success]).toEqual([status, false]);
  expect(reply.body.message).toMatch(/^[A-Z].*\.$/);
  expect(fixture.footprint()).toEqual(before);
});

test.each([
  ['GET', '/api/upload/images'],
  ['POST', '/api/upload/multiple'],
  ['PATCH', '/api/upload/image/x'],
  ['DELETE', '/api/upload/image/x'],
])('%s %s requires a session', async (method, path) => {
  const fixture = await createImageFixture();
  const before = fixture.footprint();
  const { status, body } = await send(fixture.app, path, { method });
  expect([status, body.success, body.message]).toEqual([401, false, 'Sign in first.']);
  expect(fixture.footprint()).toEqual(before);
});

test.each(['x', '..%2f..%2fetc', '%00', '__proto__'])('%s of an unknown image is answered with 404', async (id) => {
  const { call } = await createStoredImageFixture();
  expect((await call(`/api/upload/image/${id}`, { method: 'PATCH', body: { alt: '' } })).status).toBe(404);
  expect((await call(`/api/upload/image/${id}`, { method: 'DELETE' })).status).toBe(404);
});

test.each(['avif', 'webp'])('a %s variant is public, cached forever and cannot run scripts [U11]', async (format) => {
  const { app, image } = await createStoredImageFixture();
  const variant = image.variants.find((candidate: { format: string }) => candidate.format === format);
  const reply = await app.request(variant.url);
  expect(reply.status).toBe(200);
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': `image/${format}`,
    'content-length': String(variant.bytes),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect((await reply.arrayBuffer()).byteLength).toBe(variant.bytes);
});

test.each([
  '0'.repeat(32),
  `${'0'.repeat(32)}-480.webp`,
  `${'0'.repeat(32)}-480.svg`,
  '..%2fthreadline.db',
  '%2e%2e%2fkeys',
  'a.webp%00.png',
])('/media/%s is answered with 404 [U11]', async (file) => {
  const { app } = await createStoredImageFixture();
  const { status, body, headers } = await send(app, `/media/${file}`);
  expect([status, body.code]).toEqual([404, 'not-found']);
  expect(headers.get('cache-control')).toBe('no-store');
});

test('a snapshot contains what rendering images needs, and no personal data', async () => {
  const { deps, image } = await createStoredImageFixture();
  const found = listRenderableImages(deps.db, [image.publicId, '0'.repeat(32)]);
  expect(Object.keys(found)).toEqual([image.publicId]);
  expect(renderableImageSchema.strict().parse(found[image.publicId])).toEqual(found[image.publicId]);
  expect(listRenderableImages(deps.db, [])).toEqual({});
});
