import type { Image } from '@threadline/schema/image';
import { expect, test } from 'vitest';
import { imageFilters, matches, recentMs } from './filters.ts';
import { refusalOf } from './upload.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const image = {
  originalName: 'Office.png',
  tags: ['hero'],
  alt: 'Our desk',
  uploadedAt: new Date(now - recentMs).toISOString(),
} as Image;
const fits = (name: string, candidate: Image) =>
  imageFilters.find((filter) => filter.name === name)?.fits(candidate, now);

test('recent means uploaded within the last 7 days', () => {
  expect(fits('recent', image)).toBe(true);
  expect(fits('recent', { ...image, uploadedAt: new Date(now - recentMs - 1).toISOString() })).toBe(false);
});

test('chips follow the tags', () => {
  expect(imageFilters.map(({ label }) => label)).toEqual(['All', 'Recent', 'Hero', 'Banner', 'Gallery']);
  expect([fits('all', image), fits('hero', image), fits('banner', image)]).toEqual([true, true, false]);
});

test.each([
  ['', true],
  ['OFFICE', true],
  ['hero', true],
  ['desk', true],
  ['garden', false],
])('search for %j: %s', (search, found) => {
  expect(matches(image, search)).toBe(found);
});

test('files are refused before they are sent, with the reason', () => {
  expect(refusalOf({ type: 'image/png', size: 10 * 1024 * 1024 })).toBeUndefined();
  expect(refusalOf({ type: 'image/png', size: 10 * 1024 * 1024 + 1 })).toBe('The file is larger than 10 MB.');
  expect(refusalOf({ type: 'image/svg+xml', size: 1 })).toContain('not supported');
});
