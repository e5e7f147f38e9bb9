import { expect, test } from 'vitest';
import { messages } from '../../ui/messages.ts';
import { filterLabels, filterOf } from './filters.ts';
import { movedFocus } from './focal-point.tsx';
import { refusalOf } from './upload.ts';

test('the chips are those of the specification, two that list open work, and the trash', () => {
  const chips = ['All', 'Recent', 'Hero', 'Banner', 'Gallery', 'Unused', 'No alt', 'Trash'];
  expect(Object.values(filterLabels)).toEqual(chips);
  expect([filterOf('banner'), filterOf(undefined), filterOf('private')]).toEqual(['banner', 'all', 'all']);
});

test('files are refused before they are sent, with the reason', () => {
  expect(refusalOf({ type: 'image/png', size: 10 * 1024 * 1024 })).toBeUndefined();
  expect(refusalOf({ type: 'image/png', size: 10 * 1024 * 1024 + 1 })).toBe('The file is larger than 10 MB.');
  expect(refusalOf({ type: 'image/svg+xml', size: 1 })).toContain('not supported');
});

test('the refusal names the kinds that the hint names', () => {
  const kindsIn = (text = '') => text.match(/\b(?:PNG|JPG|JPEG|WebP|AVIF)\b/g);
  expect(kindsIn(refusalOf({ type: 'image/svg+xml', size: 1 }))).toEqual(kindsIn(messages.imageHint));
});

test.each([
  ['ArrowLeft', false, { x: 48, y: 50 }],
  ['ArrowDown', true, { x: 50, y: 60 }],
  ['Home', false, undefined],
])('%s (with Shift: %s) moves the focal point to %j', (key, shiftKey, expected) => {
  expect(movedFocus({ x: 50, y: 50 }, { key, shiftKey })).toEqual(expected);
});

test('the focal point stays in the picture', () => {
  expect(movedFocus({ x: 1, y: 100 }, { key: 'ArrowLeft', shiftKey: false })).toEqual({ x: 0, y: 100 });
  expect(movedFocus({ x: 1, y: 100 }, { key: 'ArrowDown', shiftKey: true })).toEqual({ x: 1, y: 100 });
});
