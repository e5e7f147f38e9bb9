import { findDefinition } from '@threadline/schema/content-model';
import { getTitle } from '@threadline/schema/item-name';
import { expect, test } from 'vitest';
import { cutPreview, findThumbnail, formatPreview, getKindLabel } from './item-text.ts';

test.each([
  ['200 characters stay', 'x'.repeat(200), 'x'.repeat(200)],
  ['201 characters are cut at 200', 'x'.repeat(201), `${'x'.repeat(200)}…`],
  ['no half of an emoji stays behind', `${'x'.repeat(199)}🎉🎉`, `${'x'.repeat(199)}🎉…`],
  ['nothing is nothing', '', ''],
])('%s', (_, text, expected) => {
  expect(cutPreview(text)).toBe(expected);
});

function shown(section: string, key: string, value: unknown, title?: string) {
  const definition = findDefinition(section, key);
  if (!definition) throw new Error('There is no such item.');
  const item = { value, metadata: title ? { title } : {} };
  return { title: getTitle(item, definition), preview: formatPreview(item, definition) };
}

test('a single text is called by its field', () => {
  expect(shown('hero', 'title', 'Build it')).toEqual({ title: 'Title', preview: 'Build it' });
});

test('an entry is called by its own words, and they are not said twice', () => {
  const step = { title: 'Initial Consultation', body: 'We listen.', when: 'Week 1' };
  expect(shown('process', 'step-one', step)).toEqual({ title: 'Initial Consultation', preview: 'We listen. · Week 1' });
});

test('a figure is called by its number and label', () => {
  const stat = { value: 5000, prefix: '', suffix: '+', label: 'Placements', basis: 'Counted', asOf: '', source: '' };
  expect(shown('stats', 'stat-x', stat).title).toBe('5,000+ Placements');
});

test.each([
  ['hero', 'title', 'short text'],
  ['about', 'body', 'long text'],
  ['site', 'brand', 'several fields'],
  ['hero', 'slide-build', 'slide'],
  ['hero', 'ticker-one', 'ticker text'],
  ['services', 'burnup-one', 'week of the progress chart'],
])('the kind of %s.%s is said in words of people', (section, key, kind) => {
  const definition = findDefinition(section, key);
  expect(definition && getKindLabel(definition)).toBe(kind);
});

test('a title given by an editor wins', () => {
  expect(shown('hero', 'ticker-a', 'Strategic hiring', 'First line').title).toBe('First line');
});

test('the thumbnail of an item is its first picture, of the library or drawn', () => {
  expect(findThumbnail({ picture: { src: '/media/0123-480.webp' } })).toBe('/media/0123-480.webp');
  expect(findThumbnail({ media: { src: '/art/hero-pms' } })).toBe('/admin/art/hero-pms.svg');
  expect(findThumbnail('No picture')).toBeUndefined();
});
