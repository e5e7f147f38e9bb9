import { type Image, imagePageSchema } from '@threadline/schema/content/image';
import { expect, test } from 'vitest';
import { createImageFixture } from '../../test/image-fixture.ts';
import { contentItems, images, revisions } from '../platform/db/schema/core.ts';

interface Row {
  name: string;
  tags?: string[];
  alt?: string;
  decorative?: boolean;
  daysAgo?: number;
  trashedDaysAgo?: number;
}

const publicIdAt = (index: number) => String(index).padStart(32, '0');

/** A library of rows without files: listing does not read them. */
async function createLibrary(rows: readonly Row[]) {
  const fixture = await createImageFixture();
  const { db, now } = fixture.deps;
  const ago = (days: number) => new Date(now().getTime() - days * 86_400_000).toISOString();
  const values = rows.map(({ name, tags = [], alt = '', decorative = false, daysAgo = 0, trashedDaysAgo }, index) => ({
    id: `id-${String(index).padStart(3, '0')}`,
    publicId: publicIdAt(index),
    originalName: name,
    url: `/media/${publicIdAt(index)}-480.webp`,
    width: 480,
    height: 300,
    bytes: 1000,
    alt,
    decorative,
    focusX: 50,
    focusY: 50,
    tags,
    variants: [],
    uploadedAt: ago(daysAgo),
    trashedAt: trashedDaysAgo === undefined ? null : ago(trashedDaysAgo),
  }));
  db.insert(images).values(values).run();
  const list = async (query: string) => {
    const { status, body } = await fixture.call(`/api/upload/images?${query}`);
    return { status, body, names: body.images?.map(({ originalName }: { originalName: string }) => originalName) };
  };
  return { ...fixture, list };
}

const mixed: Row[] = [
  { name: 'Sky.png', tags: ['hero'], alt: 'Blue sky' },
  { name: 'old.png', tags: ['hero', 'banner'], daysAgo: 8 },
  { name: 'line.png', decorative: true, daysAgo: 7 },
  { name: '100%_real.png', tags: ['gallery'], alt: 'A desk', daysAgo: 1 },
  { name: 'trashed.png', tags: ['hero'], trashedDaysAgo: 0 },
];

test('an image lacks a description if one of its uses has none', async () => {
  const { call, content, deps, list } = await createLibrary([
    { name: 'once.png' },
    { name: 'twice.png' },
    { name: 'shelf.png' },
  ]);
  const block = (index: number, alt: string) => ({
    heading: 'A heading',
    body: 'Some words.',
    picture: { src: `/media/${publicIdAt(index)}-480.webp`, alt },
  });
  content.save([{ section: 'about', key: 'block-a', value: block(0, 'A loom') }], null);
  content.save([{ section: 'about', key: 'block-b', value: block(1, 'A desk') }], null);
  const listWithoutAlt = async () => (await list('limit=9&filter=no-alt')).names;
  expect(await listWithoutAlt()).toEqual(['shelf.png']);
  const { body } = await list('limit=9');
  const flags = body.images.map((image: Image) => [image.originalName, image.hasAltInContent]);
  expect(Object.fromEntries(flags)).toEqual({ 'once.png': true, 'twice.png': true, 'shelf.png': false });
  const changed = async (index: number) =>
    (await call(`/api/upload/image/id-00${index}`, { method: 'PATCH', body: { tags: ['banner'] } })).body.image;
  expect(await changed(0)).toMatchObject({ tags: ['banner'], hasAltInContent: true });
  expect(await changed(2)).toMatchObject({ tags: ['banner'], hasAltInContent: false });
  expect(body.page.counts['no-alt']).toBe(1);
  const item = { section: 'about', key: 'block-c', value: block(1, ''), metadata: {}, position: 9, version: 1 };
  deps.db
    .insert(contentItems)
    .values({ ...item, updatedAt: deps.now().toISOString() })
    .run();
  expect(await listWithoutAlt()).toEqual(['shelf.png', 'twice.png']);
});

test('the pages list every image once, newest first, even if many have the same time', async () => {
  const { list } = await createLibrary(Array.from({ length: 7 }, (_, index) => ({ name: `${index}.png` })));
  const seen: string[] = [];
  let query = 'limit=3';
  for (let pages = 1; ; pages++) {
    const { names, body } = await list(query);
    seen.push(...names);
    expect(imagePageSchema.parse(body.page).total).toBe(7);
    if (body.page.next === null) {
      expect(pages).toBe(3);
      break;
    }
    query = `limit=3&cursor=${encodeURIComponent(body.page.next)}`;
  }
  expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `${index}.png`));
});

test('each filter has its count, and images in the trash count only there', async () => {
  const { deps, list } = await createLibrary(mixed);
  const at = deps.now().toISOString();
  deps.db.insert(revisions).values({ revision: 1, at }).run();
  deps.db
    .insert(contentItems)
    .values({
      section: 'hero',
      key: 'slide-1',
      value: { media: { src: `/media/${publicIdAt(0)}-480.webp` } },
      metadata: {},
      position: 0,
      version: 1,
      updatedAt: at,
    })
    .run();
  const { body } = await list('limit=1');
  expect(body.page.counts).toEqual({
    all: 4,
    recent: 3,
    hero: 2,
    banner: 1,
    gallery: 1,
    pictures: 4,
    videos: 0,
    unused: 3,
    'no-alt': 1,
    trash: 1,
  });
  const found: Record<string, string[]> = {};
  for (const filter of ['recent', 'hero', 'banner', 'unused', 'no-alt', 'trash'])
    found[filter] = (await list(`limit=9&filter=${filter}`)).names;
  expect(found).toEqual({
    recent: ['Sky.png', '100%_real.png', 'line.png'],
    hero: ['Sky.png', 'old.png'],
    banner: ['old.png'],
    unused: ['100%_real.png', 'line.png', 'old.png'],
    'no-alt': ['old.png'],
    trash: ['trashed.png'],
  });
});

test('the trash is listed in pages, the last deleted image first, until it can no longer be restored', async () => {
  const { list } = await createLibrary([
    { name: 'long ago.png', trashedDaysAgo: 20, daysAgo: 21 },
    { name: 'kept.png' },
    { name: 'too late.png', trashedDaysAgo: 31, daysAgo: 40 },
    { name: 'just now.png', trashedDaysAgo: 1, daysAgo: 40 },
    { name: 'also then.png', trashedDaysAgo: 20, daysAgo: 30 },
  ]);
  const first = await list('limit=2&filter=trash');
  expect(first.names).toEqual(['just now.png', 'also then.png']);
  expect(imagePageSchema.parse(first.body.page)).toMatchObject({ total: 3, counts: { all: 1, trash: 3 } });
  const rest = await list(`limit=2&filter=trash&cursor=${encodeURIComponent(first.body.page.next)}`);
  expect([rest.names, rest.body.page.next]).toEqual([['long ago.png'], null]);
  const [{ trashed }] = first.body.images;
  expect(Date.parse(trashed.until) - Date.parse(trashed.at)).toBe(30 * 86_400_000);
  expect((await list('limit=9&filter=trash&search=just')).names).toEqual(['just now.png']);
  expect((await list('limit=9')).body.images[0].trashed).toBeUndefined();
});

test.each([
  ['sky', ['Sky.png']],
  ['BLUE', ['Sky.png']],
  ['gallery', ['100%_real.png']],
  ['%_', ['100%_real.png']],
  ['%', ['100%_real.png']],
  ["' or 1=1 --", []],
  [publicIdAt(1), ['old.png']],
])('searching for %j finds %j', async (search, names) => {
  const { list } = await createLibrary(mixed);
  const reply = await list(`limit=9&search=${encodeURIComponent(search)}`);
  expect(reply.names).toEqual(names);
  expect(reply.body.page.total).toBe(names.length);
});

test('without a limit the reply is the whole list, as the specification requires', async () => {
  const { list } = await createLibrary(mixed);
  const { body, names } = await list('');
  expect(names).toHaveLength(4);
  expect(Object.keys(body)).toEqual(['success', 'images']);
});

test.each([
  ['limit=0', 'limit must be at least 1.'],
  ['limit=201', 'limit must be at most 200.'],
  ['limit=x', 'limit must be a number.'],
  ['limit=2&cursor=x', 'This is not a cursor of this list.'],
  ['limit=2&filter=private', 'This value is not one of those that fit here.'],
  [`limit=2&search=${'x'.repeat(101)}`, 'Search for at most 100 characters.'],
])('?%s is refused', async (query, detail) => {
  const { list } = await createLibrary(mixed);
  const { status, body } = await list(query);
  expect([status, body.message]).toEqual([422, detail]);
});
