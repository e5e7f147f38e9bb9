import { maxImagesPerAction } from '@threadline/schema/content/image';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createImageFixture, picture } from '../../test/image-fixture.ts';
import { send } from '../../test/test-app.ts';
import { auditLog } from '../platform/db/schema/core.ts';

const path = '/api/upload/images/bulk';

/** A library with three images, of which a page shows the first. */
async function createLibrary() {
  const fixture = await createImageFixture();
  const { call, content, deps, upload } = fixture;
  const images: { _id: string; url: string }[] = [];
  for (const colour of ['red', 'green', 'blue']) {
    const { body } = await upload([[`${colour}.png`, await picture({ colour })]], { tags: 'hero' });
    images.push(body.images[0]);
  }
  const value = { heading: 'A', body: 'B', picture: { src: images[0]?.url, alt: 'A plain picture' } };
  content.save([{ section: 'about', key: 'block-a', value }], null);
  return {
    ...fixture,
    ids: images.map(({ _id }) => _id),
    change: (body: object) => call(path, { body }),
    list: async (filter: string) =>
      (await call(`/api/upload/images?limit=9&filter=${filter}`)).body.images.map(
        ({ originalName, tags }: { originalName: string; tags: string[] }) => [originalName, ...tags].join(' '),
      ),
    listAudit: (action: string) =>
      deps.db
        .select()
        .from(auditLog)
        .where(eq(auditLog.action, action))
        .all()
        .map(({ byName, subject }) => `${byName}: ${subject.split(' ')[0]}`),
  };
}

test('images are deleted and restored together; one in use stays, with the list of its uses', async () => {
  const { change, ids, list, listAudit } = await createLibrary();
  const { status, body } = await change({ action: 'delete', ids: [...ids, ids[1]] });
  expect([status, body.changed]).toEqual([200, ids.slice(1)]);
  expect(body.refused).toEqual([
    {
      _id: ids[0],
      originalName: 'red.png',
      detail: 'This image is used on the site. Choose another one there, then delete it.',
      uses: [expect.objectContaining({ section: 'about', key: 'block-a', working: true })],
      videos: [],
    },
  ]);
  expect([await list('all'), await list('trash')]).toEqual([['red.png hero'], expect.any(Array)]);
  expect(listAudit('image.deleted')).toEqual(['Editor: green.png', 'Editor: blue.png']);

  const restored = await change({ action: 'restore', ids });
  expect(restored.body.changed).toEqual(ids.slice(1));
  expect(restored.body.refused).toEqual([
    {
      _id: ids[0],
      originalName: 'red.png',
      detail: 'This image is no longer in the trash.',
      uses: expect.any(Array),
      videos: [],
    },
  ]);
  expect((await list('all')).toSorted()).toEqual(['blue.png hero', 'green.png hero', 'red.png hero']);
});

test('a tag is added to and removed from several images, and only the changed ones are reported', async () => {
  const { call, change, ids, list, listAudit } = await createLibrary();
  const many = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
  await call(`/api/upload/image/${ids[2]}`, { method: 'PATCH', body: { tags: many } });
  const before = listAudit('image.updated').length;
  const added = (await change({ action: 'add-tag', tag: 'banner', ids })).body;
  expect([added.changed, added.refused.map(({ detail }: { detail: string }) => detail)]).toEqual([
    ids.slice(0, 2),
    ['Use at most 20 tags.'],
  ]);
  expect((await list('banner')).toSorted()).toEqual(['green.png hero banner', 'red.png hero banner']);
  expect((await change({ action: 'add-tag', tag: 'banner', ids: [ids[0]] })).body).toMatchObject({
    changed: [],
    refused: [],
  });
  expect((await change({ action: 'remove-tag', tag: 'banner', ids })).body.changed).toEqual(ids.slice(0, 2));
  expect(await list('banner')).toEqual([]);
  expect(listAudit('image.updated').length - before).toBe(4);
});

test.each<[string, object]>([
  ['no image', { action: 'delete', ids: [] }],
  ['too many images', { action: 'delete', ids: Array.from({ length: maxImagesPerAction + 1 }, String) }],
  ['an unknown action', { action: 'publish', ids: ['a'] }],
  ['a tag that is none', { action: 'add-tag', tag: '<script>', ids: ['a'] }],
  ['no tag', { action: 'add-tag', ids: ['a'] }],
])('a bulk change of %s is refused and changes nothing', async (_, body) => {
  const { change, footprint } = await createLibrary();
  const before = footprint();
  expect((await change(body)).status).toBe(422);
  expect(footprint()).toEqual(before);
});

test('a bulk change needs a session, and an unknown image is refused on its own', async () => {
  const { app, change } = await createLibrary();
  expect((await send(app, path, { body: { action: 'delete', ids: ['a'] } })).status).toBe(401);
  const { status, body } = await change({ action: 'delete', ids: ['a'] });
  expect([status, body.changed, body.refused[0].detail]).toEqual([200, [], 'Image not found.']);
});
