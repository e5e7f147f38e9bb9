import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { themeCss } from './theme-css.ts';

const file = readFileSync(path.resolve(import.meta.dirname, 'theme-variables.css'), 'utf8');

test('theme-variables.css is what the theme says; `pnpm --filter @threadline/admin theme` writes it anew', () => {
  expect(file).toBe(themeCss());
});

test('the primary fill has its own words in both schemes', () => {
  expect(file).toContain('--on-fill: #ffffff');
  expect(file).toContain('--on-fill: #0a1a26');
});

/** Relative luminance as WCAG has it. */
function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each(['surface', 'canvas'])('the edge of a switch that is off stands out from %s in both schemes', (ground) => {
  const tokens = readFileSync(createRequire(import.meta.url).resolve('@threadline/design-tokens/tokens.css'), 'utf8');
  const both = (name: string) =>
    (new RegExp(`--color-${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens) ?? []).slice(1).map(luminanceOf);
  const edges = both('control');
  const ratios = both(ground).map((under, scheme) => {
    const [dim = 0, bright = 0] = [under, edges[scheme] ?? 0].sort((one, other) => one - other);
    return (bright + 0.05) / (dim + 0.05);
  });
  expect(ratios).toHaveLength(2);
  expect(Math.min(...ratios)).toBeGreaterThanOrEqual(3);
  const look = readFileSync(path.resolve(import.meta.dirname, 'mantine.css'), 'utf8');
  expect(look).toMatch(/\.mantine-Switch-track \{\s+border: 1px solid var\(--field-border\)/);
});
