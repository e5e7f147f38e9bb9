import type { ContentItem } from '@threadline/schema/content/content-item';
import { expect, test } from 'vitest';
import { locate, locateAnchor } from './locate.ts';

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
  const page = item('site', 'page-terms', { body: [{ anchor: 'guarantee', heading: 'Guarantee' }] });
  const card = item('services', 'service-hiring', { title: 'Hiring' });
  const link = item('hero', 'subtitle', '#hiring');
  expect(locateAnchor([link, page, card], 'guarantee')).toMatchObject({ key: 'page-terms', pointer: '/body/0/anchor' });
  expect(locateAnchor([link, page, card], 'hiring')).toMatchObject({ key: 'service-hiring', pointer: '' });
  expect(locateAnchor([link, page, card], 'main')).toBeUndefined();
});
