import { expect, test } from 'vitest';
import { placeLabels } from './labels.ts';

test('texts are placed in order; texts without a position are left out', () => {
  const placed = placeLabels('about-ring', ['Agreed outcome', '45 days', '', 'You', 'Us', 'Nobody']);
  expect(placed.map(({ text, x, y }) => [text, x, y])).toEqual([
    ['Agreed outcome', 212, 180],
    ['45 days', 212, 232],
    ['You', 212, 305],
    ['Us', 378, 305],
  ]);
  expect(placeLabels('about-weave', ['Text'])).toEqual([]);
  expect(placeLabels('/media/office.webp', ['Text'])).toEqual([]);
});

test('each month is below its column', () => {
  expect(placeLabels('about-path', ['Apr May Jun']).map(({ text, x }) => [text, x])).toEqual([
    ['Apr', 85],
    ['May', 135],
    ['Jun', 185],
  ]);
});

test('a caption can be shortened at its colon', () => {
  expect(placeLabels('about-hub', ['Act one: every call is yours', 'Act two'])).toMatchObject([
    { text: 'Act one', rest: ': every call is yours' },
    { text: 'Act two', rest: '' },
  ]);
});
