import { expect, test } from 'vitest';
import { colorPairs, createBrandTokens, formatBrandCss, getReadableColor, recolor } from './brand-colors.ts';
import { getContrast, toHex, toOklch } from './oklch.ts';
import { palette } from './palette.ts';
import { artColors, artFileColors, colors } from './tokens.ts';

const none = { primary: '', accent: '' };
/** Colours of all hues, from black to white, from grey to gaudy. */
const anyColors = [0, 45, 90, 135, 180, 225, 270, 315].flatMap((h) =>
  [0.05, 0.3, 0.55, 0.8, 0.98].flatMap((l) => [0, 0.1, 0.3].map((c) => toHex({ l, c, h }))),
);

test('a colour is the same after a conversion to OKLCH and back', () => {
  for (const hex of Object.values(palette).flat()) expect(toHex(toOklch(hex))).toBe(hex);
});

test('without a chosen colour nothing changes', () => {
  expect(createBrandTokens(none)).toEqual({ colors, art: { ...artColors, ...artFileColors } });
  expect(formatBrandCss(none)).toBe('');
  expect(recolor('#123f6b', none)).toBe('#123f6b');
});

test('whatever colours are chosen, every text can be read in both schemes', () => {
  const failed = anyColors.flatMap((chosen, index) => {
    const accent = anyColors[(index * 7) % anyColors.length] ?? '';
    const { colors: tokens } = createBrandTokens({ primary: chosen, accent });
    return colorPairs.flatMap(([mark, ground, minRatio]) =>
      (['light', 'dark'] as const).flatMap((scheme) => {
        const ratio = getContrast(tokens[mark][scheme], tokens[ground][scheme]);
        return ratio >= Math.min(4.5, minRatio) ? [] : `${chosen} ${accent}: ${mark} on ${ground}, ${scheme}: ${ratio}`;
      }),
    );
  });
  expect(failed).toEqual([]);
});

test('a readable colour is used as it is, and another one as its nearest readable shade', () => {
  expect(getReadableColor('primary', '#7a1f5c')).toBe('#7a1f5c');
  expect(getReadableColor('accent', '#f28c28')).toBe('#f28c28');
  const darker = getReadableColor('primary', '#ff8800');
  expect(Math.abs(toOklch(darker).h - toOklch('#ff8800').h)).toBeLessThan(6);
  expect(getContrast(darker, colors.inset.light)).toBeCloseTo(4.5, 0);
});

test('the style sheet declares the colours that differ, and no others', () => {
  const css = formatBrandCss({ primary: '#7a1f5c', accent: '' });
  expect(css).toMatch(/^html:root\{--color-primary:light-dark\(#7a1f5c,/);
  expect(css).not.toMatch(/--color-(?:accent|text|success|canvas):/);
  expect(css.length).toBeLessThan(1600);
});
