import { readFileSync } from 'node:fs';
import { fontSubsets } from '@threadline/design-tokens/glyphs';
import { expect, test } from 'vitest';

const styles = readFileSync(new URL('web-fonts.css', import.meta.url), 'utf8');
const faces = [...styles.matchAll(/@font-face \{(.*?)\}/gs)].map(([, face = '']) => face);

function listRanges(subset: string): string[] {
  const owners = faces.filter((face) => face.includes(`-${subset}.woff2`));
  return owners.flatMap((face) => /unicode-range: (.*);/.exec(face)?.[1]?.split(', ') ?? []);
}

function isWithin(sign: string, ranges: readonly string[]): boolean {
  const code = sign.codePointAt(0) ?? 0;
  return ranges.some((range) => {
    const [from = '', to = from] = range.slice(2).split('-');
    return code >= Number.parseInt(from, 16) && code <= Number.parseInt(to, 16);
  });
}

test.each(['accents', 'indic', 'rupee'] as const)(
  'the file of %s is fetched for each of its characters and for none of every page',
  (subset) => {
    for (const sign of fontSubsets[subset]) expect(isWithin(sign, listRanges(subset)), sign).toBe(true);
    for (const sign of fontSubsets.basic) expect(isWithin(sign, listRanges(subset)), sign).toBe(false);
  },
);
