import { expect, test } from 'vitest';
import { fontSubsets, unicodeRanges } from './glyphs.ts';

function isWithin(sign: string, ranges: readonly string[]): boolean {
  const code = sign.codePointAt(0) ?? 0;
  return ranges.some((range) => {
    const [from = '', to = from] = range.slice(2).split('-');
    return code >= Number.parseInt(from, 16) && code <= Number.parseInt(to, 16);
  });
}

test.each(['accents', 'indic'] as const)(
  'the file of %s is fetched for each of its characters and no others',
  (subset) => {
    for (const sign of fontSubsets[subset]) expect(isWithin(sign, unicodeRanges[subset]), sign).toBe(true);
    for (const sign of fontSubsets.basic) expect(isWithin(sign, unicodeRanges[subset]), sign).toBe(false);
  },
);
