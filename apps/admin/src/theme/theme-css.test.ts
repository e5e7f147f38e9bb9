import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { themeCss } from './theme-css.ts';

const file = readFileSync(path.resolve(import.meta.dirname, 'theme-variables.css'), 'utf8');

test('theme-variables.css matches the theme; `pnpm --filter @threadline/admin theme` updates it', () => {
  expect(file).toBe(themeCss());
});

test('the primary fill has its own text colour in both schemes', () => {
  expect(file).toContain('--on-fill: #ffffff');
  expect(file).toContain('--on-fill: #0a1a26');
});

test('the edge of a switch that is off has the contrast of control edges in the tokens', () => {
  const look = readFileSync(path.resolve(import.meta.dirname, 'mantine.css'), 'utf8');
  expect(look).toMatch(/\.mantine-Switch-track \{\s+border: 1px solid var\(--field-border\)/);
  expect(file).toContain('--field-border: var(--color-border-control)');
});
