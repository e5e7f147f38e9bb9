import { expect, test } from 'vitest';
import { sideOfTag } from './label-placement.ts';

const outline = { left: 100, top: 200, width: 300, height: 50 };
const tag = { width: 80, height: 20 };
const page = { left: 0, top: 0, width: 1000 };
const lineAbove = { left: 100, top: 160, width: 300, height: 35 };
const wordBeside = { left: 410, top: 200, width: 50, height: 20 };
const wordBefore = { left: 50, top: 200, width: 40, height: 20 };
const lineBelow = { left: 100, top: 255, width: 100, height: 20 };

test.each([
  ['above, at its end', [], 'above'],
  ['above, at its beginning, where words stand at the end', [{ ...lineAbove, left: 350 }], 'above-left'],
  ['beside it, where a line stands above', [lineAbove], 'right'],
  ['before it, where words stand beside it too', [lineAbove, wordBeside], 'left'],
  ['below, where words are all around', [lineAbove, wordBeside, wordBefore], 'below'],
  ['above, where words are everywhere', [lineAbove, wordBeside, wordBefore, { ...lineBelow, width: 300 }], 'above'],
])('the tag of an outline stands %s', (_, words, side) => {
  expect(sideOfTag({ outline, tag, page, words })).toBe(side);
});

test('it stands where it can be seen, at the edges of the page too', () => {
  const at = (left: number, top: number, width = 50) =>
    sideOfTag({ outline: { left, top, width, height: 50 }, tag, page, words: [] });
  expect([at(0, 200), at(100, 5), at(0, 5, 1000)]).toEqual(['above-left', 'right', 'below']);
});
