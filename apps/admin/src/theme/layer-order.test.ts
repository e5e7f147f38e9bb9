// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = new URL('../../dist/static/css/', import.meta.url);

test('whichever style sheet of the build comes first, it names the layers in their order', () => {
  const sheets = readdirSync(css).filter((name) => name.endsWith('.css'));
  expect(sheets.length).toBeGreaterThan(1);
  for (const name of sheets)
    expect(readFileSync(new URL(name, css), 'utf8'), name).toMatch(/^@layer base,mantine,app;/);
});
