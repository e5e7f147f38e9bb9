import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createThemeCss } from './theme-css.ts';

const css = createThemeCss();

test('the primary fill has its own text colour in both schemes', () => {
  expect(css).toContain('--on-fill: #ffffff');
  expect(css).toContain('--on-fill: #0a1a26');
});

test('the edge of a switch that is off has the contrast of control edges in the tokens', () => {
  const look = readFileSync(path.resolve(import.meta.dirname, 'mantine.css'), 'utf8');
  expect(look).toMatch(/\.mantine-Switch-track \{\s+border: 1px solid var\(--field-border\)/);
  expect(css).toContain('--field-border: var(--color-border-control)');
});
