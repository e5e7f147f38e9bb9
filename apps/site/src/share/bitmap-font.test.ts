import { fontSubsets } from '@threadline/design-tokens/glyphs';
import { expect, test } from 'vitest';
import partsJson from './bitmap-font.json' with { type: 'json' };
import type { Parts } from './bitmap-font.ts';
import { breakLines, measureLine, readFont } from './bitmap-font.ts';

const [large] = (partsJson as unknown as Parts).sizes.map(readFont);
if (!large) throw new Error('There are no letters.');

test('every letter of the display typeface can be set', () => {
  for (const sign of Object.values(fontSubsets).join('')) expect(large.letters.has(sign), sign).toBe(true);
});

test('lines break between words and keep their width, unless one word is wider', () => {
  const text = 'The Friday page: one sheet that replaces six meetings';
  const lines = breakLines(large, text, 600);
  expect(lines.join(' ')).toBe(text);
  for (const line of lines) expect(measureLine(large, line)).toBeLessThanOrEqual(600);
  expect(breakLines(large, 'Donaudampfschifffahrtsgesellschaft now', 600)).toEqual([
    'Donaudampfschifffahrtsgesellschaft',
    'now',
  ]);
});

test('kerning pairs are set closer', () => {
  expect(measureLine(large, 'To')).toBeLessThan(measureLine(large, 'T') + measureLine(large, 'o'));
});
