import type { ContentItem } from '@threadline/schema/content/content-item';
import { findDefinition } from '@threadline/schema/content/content-model';
import type { Snapshot } from '@threadline/schema/content/snapshot';
import { beforeAll, expect, inject, test } from 'vitest';
import { libraryImage } from './library-image.ts';
import { loadRenderer, type Renderer } from './load-renderer.ts';

let renderer: Renderer;
const seed = inject('snapshot');

beforeAll(async () => {
  renderer = await loadRenderer();
});

const bytes = (page: { body: Uint8Array }) => new TextDecoder().decode(page.body);

/** A snapshot as the publisher gets it: no object of it was seen before. */
function edited(change: (items: ContentItem[]) => ContentItem[]): Snapshot {
  return structuredClone({ ...seed, items: change([...seed.items]) });
}

async function expectTruth(snapshot: Snapshot, what: string): Promise<void> {
  for (const route of renderer.routes(snapshot)) {
    const [shown, truth] = [await renderer.render(route, snapshot), await renderer.renderAnew(route, snapshot)];
    expect(bytes(shown), `${route} after a change of ${what}`).toBe(bytes(truth));
    expect(shown.headers, route).toEqual(truth.headers);
  }
}

/** The same value with one text made longer; undefined if no text of it may be. */
function lengthened({ section, key, value }: ContentItem): unknown {
  const { schema } = findDefinition(section, key) ?? {};
  const accepts = (candidate: unknown) => schema?.safeParse(candidate).success === true;
  const tried = (function candidates(part: unknown): unknown[] {
    if (typeof part === 'string') return [`${part} x`, `${part}x`];
    if (typeof part === 'number') return [part + 1];
    if (Array.isArray(part)) return part.flatMap((each, at) => candidates(each).map((other) => part.with(at, other)));
    if (typeof part !== 'object' || part === null) return [];
    return Object.entries(part).flatMap(([name, each]) =>
      candidates(each).map((other) => ({ ...part, [name]: other })),
    );
  })(value);
  return tried.find(accepts);
}

test.each(seed.items.map((item) => [`${item.section}.${item.key}`, item] as const))(
  'a change of %s reaches every page that shows it',
  async (name, item) => {
    const value = lengthened(item);
    const updatedAt = '2031-01-01T00:00:00.000Z';
    const changed = value === undefined ? { ...item, updatedAt } : { ...item, value, updatedAt };
    await expectTruth(
      edited((items) => items.map((each) => (each === item ? changed : each))),
      name,
    );
  },
);

test('an entry that is hidden, moved or removed changes every page that listed it', async () => {
  const isArticle = ({ section, key }: ContentItem) => section === 'insights' && key.startsWith('article-');
  const [first] = seed.items.filter(isArticle);
  if (!first) throw new Error('The seed has no article.');
  await expectTruth(
    edited((items) => items.filter((item) => item !== first)),
    'a removed article',
  );
  await expectTruth(
    edited((items) => items.toReversed()),
    'the order',
  );
  const hidden = { ...first, metadata: { hidden: true } };
  await expectTruth(
    edited((items) => items.map((item) => (item === first ? hidden : item))),
    'a hidden article',
  );
});

test('other addresses and other images change every page that names them', async () => {
  await expectTruth({ ...structuredClone(seed), siteUrl: 'https://other.example' }, 'the address');
  await expectTruth({ ...structuredClone(seed), apiUrl: 'https://other-api.example' }, 'the address of the API');
  await expectTruth({ ...structuredClone(seed), mediaUrl: 'https://other-media.example' }, 'the address of images');
});

test('another description of an image reaches every page that shows it', async () => {
  const { publicId, variants } = libraryImage;
  const picture = { src: variants[0]?.url, alt: '' };
  const withImage = (alt: string): Snapshot => {
    const items = seed.items.map((item) =>
      item.key === 'block-founders' ? { ...item, value: { ...(item.value as object), picture } } : item,
    );
    return structuredClone({ ...seed, items, images: { [publicId]: { ...libraryImage, alt } } });
  };
  await expectTruth(withImage('Before'), 'the picture');
  const after = withImage('After');
  await expectTruth(after, 'its description');
  expect(bytes(await renderer.render('/', after))).toContain('alt="After"');
});

test('only the pages that show a headline are rendered again for it', async () => {
  const before = edited((items) => items);
  const pages = new Map<string, unknown>();
  for (const route of renderer.routes(before)) pages.set(route, await renderer.render(route, before));
  const after = edited((items) =>
    items.map((item) => (item.section === 'hero' && item.key === 'title' ? { ...item, value: 'Other words' } : item)),
  );
  const changed = [];
  for (const route of renderer.routes(after)) {
    if ((await renderer.render(route, after)) !== pages.get(route)) changed.push(route);
  }
  expect(changed).toEqual(['/']);
});
