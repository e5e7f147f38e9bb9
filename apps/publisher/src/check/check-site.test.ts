import { missingAltMessage } from '@threadline/schema/content/alt-text';
import type { ContentItem } from '@threadline/schema/content/content-item';
import type { Snapshot } from '@threadline/schema/content/snapshot';
import { fromParts } from '@threadline/schema/rich-text/from-parts';
import { expect, test } from 'vitest';
import type { RenderedPage } from '../render/renderer.ts';
import { checkSite, locate, locateAnchor } from './check-site.ts';
import { readPage } from './read-page.ts';

const updatedAt = '2026-01-01T00:00:00.000Z';
const meta = { type: 'text', metadata: {}, position: 0, version: 1, updatedAt, updatedBy: null };

function check(
  pages: Record<string, string | Partial<RenderedPage>>,
  content: Record<string, unknown> = {},
  images: Snapshot['images'] = {},
) {
  const items = Object.entries(content).map(([key, value]) => ({ section: 'hero', key, value, ...meta }));
  const snapshot: Snapshot = { revision: 1, siteUrl: 'https://site.example', apiUrl: '', mediaUrl: '', items, images };
  const site = new Map(
    Object.entries(pages).map(([path, page]): [string, RenderedPage] => {
      const given = typeof page === 'string' ? { body: new Uint8Array(Buffer.from(page)) } : page;
      const body = new Uint8Array(Buffer.from('<p></p>'));
      return [path, { status: 200, contentType: 'text/html; charset=utf-8', headers: {}, body, ...given }];
    }),
  );
  const facts = new Map([...site].map(([path, { body }]) => [path, readPage(Buffer.from(body).toString())]));
  return checkSite({ snapshot, site, facts, isServed: (path) => path.startsWith('/_astro/') || path === '/admin/' });
}

test.each([
  ['/terms/'],
  ['/terms'],
  ['/terms/#guarantee'],
  ['/?from=mail#top'],
  ['#'],
  ['#main'],
  ['#caf%C3%A9'],
  ['https://site.example/terms/#guarantee'],
  ['https://elsewhere.example/anything#x'],
  ['mailto:hello@site.example'],
  ['tel:+911234567890'],
  ['/_astro/a.js'],
  ['/admin/'],
])('a link to %s is valid', (href) => {
  expect(
    check({ '/': `<h1 id="main"></h1><p id="café"></p><a href="${href}">`, '/terms/': '<h2 id="guarantee">' }),
  ).toEqual([]);
});

test.each([
  ['/pricing/', '/pricing/ leads nowhere.'],
  ['https://site.example/pricing/', 'https://site.example/pricing/ leads nowhere.'],
  ['#missing', '#missing leads to a section that does not exist on /.'],
  ['/terms/#missing', '/terms/#missing leads to a section that does not exist on /terms/.'],
  ['javascript:alert(1)', 'javascript:alert(1) in <a href> must not be linked to.'],
  ['https://', 'https:// in <a href> is not an address.'],
  ['/_image?href=a.png', '/_image?href=a.png in <a href> is not part of the published site.'],
  ['/100%', '/100% leads nowhere.'],
])('a link to %s is a fault that names its field', (href, detail) => {
  const pages = { '/': `<a href="${href}">`, '/terms/': '<p>' };
  expect(check(pages, { cta: { label: 'Go', href } })).toEqual([
    { detail, path: '/', section: 'hero', key: 'cta', pointer: '/href' },
  ]);
});

test('the same fault on every page is reported once', () => {
  expect(check({ '/': '<a href="/lost/">', '/terms/': '<a href="/lost/">' })).toHaveLength(1);
});

test('an image without alt and an anchor used twice are faults', () => {
  const faults = check({ '/': '<img src="/_astro/a.png"><p id="a"></p><p id="a"></p>' });
  expect(faults.map(({ detail }) => detail)).toEqual([
    'The link name a is used twice on /.',
    'The image /_astro/a.png has no alt text.',
  ]);
});

test('pages must have status 200, the page for unknown paths 404', () => {
  expect(check({ '/': {}, '/404/': { status: 404 } })).toEqual([]);
  expect(check({ '/': { status: 500 } })).toEqual([{ detail: 'The page / answered 500.', path: '/' }]);
  expect(check({ '/': { status: 404 } })).toHaveLength(1);
});

test('pages that are empty or too heavy are faults', () => {
  expect(check({ '/': { body: new Uint8Array() } })[0]?.detail).toBe('The page / is empty.');
  expect(check({ '/': { body: new Uint8Array(1024 * 1024 + 1) } })[0]?.detail).toMatch(/more than 1048576/);
});

test('a picture without alt text is a fault that names its field', () => {
  const publicId = '0a'.repeat(16);
  const image = { publicId, width: 9, height: 9, focus: { x: 50, y: 50 }, variants: [] };
  const content = { slide: { media: { src: `/media/${publicId}-480.webp`, alt: '' } } };
  const faults = (alt: string, decorative = false) =>
    check({ '/': '<p>' }, content, { [publicId]: { ...image, alt, decorative } });
  const field = { section: 'hero', key: 'slide', pointer: '/media/alt' };
  expect(faults('')).toEqual([{ detail: missingAltMessage, ...field }]);
  expect([faults('A loom'), faults('', true)]).toEqual([[], []]);
});

function item(section: string, key: string, value: unknown): ContentItem {
  const updatedAt = '2026-01-01T00:00:00.000Z';
  return { section, key, value, type: 'text', metadata: {}, position: 0, version: 1, updatedAt, updatedBy: null };
}

const items = [
  item('hero', 'subtitle', 'Read /pricing/ first'),
  item('hero', 'slide-one', { primary: { label: 'Go', href: '/pricing/' } }),
  item('footer', 'links', [{ href: '/terms/' }, { href: '/lost/' }]),
];

test('a field with exactly the text has priority over one that contains it', () => {
  expect(locate(items, '/pricing/')).toEqual({ section: 'hero', key: 'slide-one', pointer: '/primary/href' });
});

test('an entry of a list is named by its index', () => {
  expect(locate(items, '/lost/')).toEqual({ section: 'footer', key: 'links', pointer: '/1/href' });
});

test('a plain text item has the empty pointer', () => {
  expect(locate(items, 'Read /pricing/ first')).toEqual({ section: 'hero', key: 'subtitle', pointer: '' });
});

test("text from the site's code is not found in the content", () => {
  expect(locate(items, '/nowhere/')).toBeUndefined();
  expect(locate(items, '')).toBeUndefined();
});

test('an id of the page is traced to its own field, else to the entry with that key', () => {
  const page = item('site', 'page-terms', {
    body: fromParts([{ anchor: 'guarantee', heading: 'Guarantee', text: 'A' }]),
  });
  const card = item('services', 'service-hiring', { title: 'Hiring' });
  const link = item('hero', 'subtitle', '#hiring');
  expect(locateAnchor([link, page, card], 'guarantee')).toMatchObject({
    key: 'page-terms',
    pointer: '/body/content/0/attrs/anchor',
  });
  expect(locateAnchor([link, page, card], 'hiring')).toMatchObject({ key: 'service-hiring', pointer: '' });
  expect(locateAnchor([link, page, card], 'main')).toBeUndefined();
});
