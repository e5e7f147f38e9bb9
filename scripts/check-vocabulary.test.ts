import { expect, test } from 'vitest';
import { findRefusedTerms } from './check-vocabulary.ts';

const rules = {
  identifiers: [{ pattern: '^most[A-Z]', prefer: 'maxX' }],
  prose: [{ pattern: '\\bnobody\\b', prefer: 'name the actor' }],
};
const find = (file: string, source: string) => findRefusedTerms(file, source, rules);

test('a disallowed name is reported with its line and the preferred term', () => {
  expect(find('a.ts', '\nconst mostRows = 3;')).toEqual(['a.ts:2 "mostRows": prefer maxX']);
});

test('names that a library declares are not reported', () => {
  expect(find('a.ts', 'library.mostRows();')).toEqual([]);
});

test.each([
  ['a.ts', '// Nobody reads this.'],
  ['a.ts', "test('nobody reads this', () => {});"],
  ['a.tsx', '/** Nobody reads this. */\nexport const a = <p />;'],
  ['a.css', '/* Nobody reads this. */'],
  ['a.astro', '---\n// Nobody reads this.\n---\n<p />'],
  ['a.md', 'Nobody reads this.'],
])('prose in %s is checked', (file, source) => {
  expect(find(file, source)).toHaveLength(1);
});

test.each([
  ['a.md', '```\nnobody\n```'],
  ['a.md', 'The user `nobody` owns it.'],
  ['a.ts', "const user = 'nobody';"],
  ['a.ts', '// The user `nobody` owns it.'],
])('code in %s is not prose', (file, source) => {
  expect(find(file, source)).toEqual([]);
});
