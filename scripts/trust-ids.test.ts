import { expect, test } from 'vitest';
import { trustMistakes } from './trust-ids.ts';

const coverage = `
| id | what | state | shown by |
|---|---|---|---|
| Z1 | no token | shown | somewhere |
| U3–U5, U9 | files | shown | somewhere |
| U6 | bombs | part | somewhere |
| U1 | corpus | open | |
`;
/** Calls of tests with these ids in their names. */
const named = (...ids: string[]) => ids.map((list) => `test(\n  'one [${list}]'`).join(' ');
const all = ['Z1, U3, U4', 'U5, U9', 'U6'];

test('ids that are called shown and named by tests are no mistakes', () => {
  expect(trustMistakes(coverage, [{ file: 'a.test.ts', text: named(...all) }])).toEqual([]);
});

test('an id that no test names, that is open, or that has no row is told', () => {
  const text = named('Z1, U3', 'U5, U9', 'U6', 'U1, R9');
  expect(trustMistakes(coverage, [{ file: 'a.test.ts', text }])).toEqual([
    'docs/trust-coverage.md calls U4 shown, but no test has it in its name.',
    'a.test.ts has a test named U1, which docs/trust-coverage.md calls open.',
    'a.test.ts has a test named R9, which docs/trust-coverage.md calls nothing.',
  ]);
});

test('a row that cites files needs one of them to have a test of its id', () => {
  const cites = (file: string) => `| Z1 | no token | shown | \`${file}\`, and more |\n`;
  const tests = [{ file: 'a.test.ts', text: named('Z1') }];
  expect(trustMistakes(cites('a.test.ts'), tests)).toEqual([]);
  expect(trustMistakes(cites('b.test.ts'), tests)).toEqual([
    'docs/trust-coverage.md cites for Z1 no file with a test of that name: it is in a.test.ts.',
  ]);
});
