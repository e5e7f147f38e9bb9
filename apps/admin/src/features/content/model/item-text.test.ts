import type { ContentItem, GroupedContent } from '@threadline/schema/content/content-item';
import { findDefinition } from '@threadline/schema/content/content-model';
import { getItemTitle } from '@threadline/schema/content/item-name';
import { expect, test } from 'vitest';
import { cutPreview, findThumbnail, formatPreview, getKindLabel } from './item-text.ts';
import { fillKnownValues } from './known-values.ts';

test.each([
  ['200 characters stay', 'x'.repeat(200), 'x'.repeat(200)],
  ['201 characters are cut at 200', 'x'.repeat(201), `${'x'.repeat(200)}…`],
  ['an emoji is never cut in half', `${'x'.repeat(199)}🎉🎉`, `${'x'.repeat(199)}🎉…`],
  ['an empty text stays empty', '', ''],
])('%s', (_, text, expected) => {
  expect(cutPreview(text)).toBe(expected);
});

function shown(section: string, key: string, value: unknown, title?: string) {
  const definition = findDefinition(section, key);
  if (!definition) throw new Error('There is no such item.');
  const item = { value, metadata: title ? { title } : {} };
  return { title: getItemTitle(item, definition), preview: formatPreview(item, definition) };
}

test('a single text has the name of its field', () => {
  expect(shown('hero', 'title', 'Build it')).toEqual({ title: 'Headline', preview: 'Build it' });
});

test('a preview shows the opening hours that visitors read, and names a value that is not known', () => {
  const weekdays = { monday: 'Mon', tuesday: 'Tue' };
  const contact = {
    hours: '{days}, {opens} to {closes} IST',
    openDays: ['monday', 'tuesday'],
    opens: '09:30',
    closes: '18:00',
  };
  const toItem = (value: unknown) => ({ value }) as ContentItem;
  const content = { site: { contact: toItem(contact), weekdays: toItem(weekdays) } };
  const definition = findDefinition('site', 'contact');
  if (!definition) throw new Error('There is no such item.');
  const preview = (known: GroupedContent) =>
    formatPreview({ value: contact, metadata: {} }, definition, (text) => fillKnownValues(text, known));
  expect(preview(content)).toContain('Mon–Tue, 9:30 am to 6 pm IST');
  expect(preview({})).toContain('[working days], [opening time] to [closing time] IST');
});

test('a number with a unit is shown with both', () => {
  const sla = { hours: 48, reminderHours: 12, counted: 'days', holidays: [] };
  expect(shown('mail', 'sla', sla).preview).toBe('Reply within 48 hours · Reminder 12 hours before');
  expect(shown('mail', 'retention', { months: 12 }).preview).toBe('Keep for 12 months');
});

test('an entry is named by its own text, which the preview does not repeat', () => {
  const step = { title: 'Initial Consultation', body: 'We listen.', when: 'Week 1' };
  expect(shown('process', 'step-one', step)).toEqual({ title: 'Initial Consultation', preview: 'We listen. · Week 1' });
});

test('a figure is named by its number and label', () => {
  const stat = { value: 5000, prefix: '', suffix: '+', label: 'Placements', basis: 'Counted', source: '' };
  expect(shown('stats', 'stat-x', stat).title).toBe('5,000+ Placements');
});

test.each([
  ['hero', 'title', 'Text'],
  ['about', 'body', 'Text'],
  ['site', 'brand', 'Details'],
  ['services', 'dashboard-data', 'Tables'],
  ['hero', 'slide-build', 'Slide'],
  ['hero', 'ticker-one', 'Ticker text'],
  ['services', 'band-one', 'Result'],
])('the kind of %s.%s has a readable name', (section, key, kind) => {
  const definition = findDefinition(section, key);
  expect(definition && getKindLabel(definition)).toBe(kind);
});

test('a title from an editor has priority', () => {
  expect(shown('hero', 'ticker-a', 'Strategic hiring', 'First line').title).toBe('First line');
});

test('the thumbnail of an item is its first picture or drawing', () => {
  expect(findThumbnail({ picture: { src: '/media/0123-480.webp' } })).toBe('/media/0123-480.webp');
  expect(findThumbnail({ media: { src: '/art/hero-pms' } })).toBe('/admin/art/hero-pms.svg');
  const src = `/media/${'0a'.repeat(16)}-1280.mp4`;
  expect(findThumbnail({ media: { src, poster: '/media/0123-480.webp' } })).toBe('/media/0123-480.webp');
  expect(findThumbnail('No picture')).toBeUndefined();
});
