import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeTokensCss } from './make-tokens-css.ts';
import { colors } from './tokens.ts';

test('the style sheets of the tokens are up to date with tokens.ts', () => {
  for (const [name, css] of makeTokensCss())
    expect(readFileSync(new URL(name, import.meta.url), 'utf8'), name).toBe(css);
});

/** Returns the relative luminance of a colour as WCAG defines it. */
function getLuminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function getContrast(one: string, other: string): number {
  const [dim = 0, bright = 0] = [getLuminance(one), getLuminance(other)].sort((low, high) => low - high);
  return (bright + 0.05) / (dim + 0.05);
}

type ColorName = keyof typeof colors;

const pairs: [ColorName, ColorName, number][] = [
  ...(['canvas', 'surface', 'inset'] as const).flatMap((ground): [ColorName, ColorName, number][] => [
    ['text', ground, 7],
    ['textStrong', ground, 7],
    ['textMuted', ground, 4.5],
    ['primary', ground, 4.5],
    ['success', ground, 4.5],
    ['danger', ground, 4.5],
    ['borderControl', ground, 3],
  ]),
  ['onAccent', 'accent', 7],
  ['onAccent', 'fieldAccent2', 7],
  ['bandText', 'band', 7],
  ['bandText', 'bandFoot', 7],
  ['bandMuted', 'band', 4.5],
  ['bandText', 'footer', 7],
  ['bandMuted', 'footer', 4.5],
  ['fieldSuccessText', 'fieldSuccess', 4.5],
  ['fieldSuccessText', 'fieldSuccess2', 4.5],
  ['fieldDarkText', 'fieldDark', 7],
  ['processText', 'process', 7],
  ['processHead', 'process', 7],
  ['bandText', 'panel', 7],
  ['panelSuccess', 'panel', 4.5],
  ['panelDanger', 'panel', 4.5],
  ['panelAccent', 'panel', 4.5],
];

test.each(pairs)('the contrast of %s on %s is at least %d in both schemes', (text, ground, minRatio) => {
  for (const scheme of ['light', 'dark'] as const)
    expect(getContrast(colors[text][scheme], colors[ground][scheme]), scheme).toBeGreaterThanOrEqual(minRatio);
});
