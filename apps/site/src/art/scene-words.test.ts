import { expect, test } from 'vitest';
import { placeWords } from './scene-words.ts';

test('words stand at the places of a drawing in their order; what has no place is left out', () => {
  const placed = placeWords('about-ring', ['Agreed outcome', '45 days', '', 'You', 'Us', 'Nobody']);
  expect(placed.map(({ text, x, y }) => [text, x, y])).toEqual([
    ['Agreed outcome', 212, 180],
    ['45 days', 212, 232],
    ['You', 212, 305],
    ['Us', 378, 305],
  ]);
  expect(placeWords('about-weave', ['Words'])).toEqual([]);
  expect(placeWords('/media/office.webp', ['Words'])).toEqual([]);
});

test('months stand below their columns', () => {
  expect(placeWords('about-path', ['Apr May Jun']).map(({ text, x }) => [text, x])).toEqual([
    ['Apr', 85],
    ['May', 135],
    ['Jun', 185],
  ]);
});

test('a caption can lose what stands after its colon', () => {
  expect(placeWords('about-hub', ['Act one: every call is yours', 'Act two'])).toMatchObject([
    { text: 'Act one', rest: ': every call is yours' },
    { text: 'Act two', rest: '' },
  ]);
});
