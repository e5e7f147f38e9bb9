import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { colorPairs } from './brand-colors.ts';
import { makeTokensCss } from './make-tokens-css.ts';
import { getContrast } from './oklch.ts';
import { colors } from './tokens.ts';

test('the style sheets of the tokens are up to date with tokens.ts', () => {
  for (const [name, css] of makeTokensCss())
    expect(readFileSync(new URL(name, import.meta.url), 'utf8'), name).toBe(css);
});

test.each(colorPairs)('the contrast of %s on %s is at least %d in both schemes', (mark, ground, minRatio) => {
  for (const scheme of ['light', 'dark'] as const)
    expect(getContrast(colors[mark][scheme], colors[ground][scheme]), scheme).toBeGreaterThanOrEqual(minRatio);
});
