import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map((file) => ({ file, text: readFileSync(path.join(import.meta.dirname, file), 'utf8') }));

// These write <style> elements at run time, which the content security policy forbids.
test.each(['AppShell', 'Grid', 'SimpleGrid', 'Flex'])('no file imports Mantine %s', (component) => {
  const imports = new RegExp(`import \\{[^}]*\\b${component}\\b[^}]*\\} from '@mantine/core'`);
  expect(sources.filter(({ text }) => imports.test(text)).map(({ file }) => file)).toEqual([]);
});

test.each([
  ['visibleFrom or hiddenFrom', /\b(?:visibleFrom|hiddenFrom)=/],
  ['responsive style properties', /\b(?:w|h|p|m|px|py|mx|my|mt|mb|fz)=\{\{/],
  ['inline HTML', /dangerouslySetInnerHTML/],
])('no file uses %s [X2]', (_, pattern) => {
  expect(sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)).toEqual([]);
});

test('a change of the colour scheme writes no style element [X2]', () => {
  for (const { text } of sources) {
    for (const [call] of text.matchAll(/useMantineColorScheme\([^)]*\)/g))
      expect(call).toContain('keepTransitions: true');
  }
});
