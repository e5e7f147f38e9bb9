import { expect, test } from 'vitest';
import { findTrustMistakes } from './trust-ids.ts';

const coverage = `
| id | what | state | shown by |
|---|---|---|---|
| Z1 | no token | shown | somewhere |
| U3–U5, U9 | files | shown | somewhere |
| U6 | bombs | part | somewhere |
| U1 | corpus | open | |
`;
/** Source code of tests with these ids in their names. */
const named = (...ids: string[]) => ids.map((list) => `test(\n  'one [${list}]'`).join(' ');
const all = ['Z1, U3, U4', 'U5, U9', 'U6'];

test('ids that are called shown and occur in test names are valid', () => {
  expect(findTrustMistakes(coverage, [{ file: 'a.test.ts', text: named(...all) }])).toEqual([]);
});

test('an id without a test, an open id and an id without a row are reported', () => {
  const text = named('Z1, U3', 'U5, U9', 'U6', 'U1, R9');
  expect(findTrustMistakes(coverage, [{ file: 'a.test.ts', text }])).toEqual([
    'docs/trust-coverage.md calls U4 shown, but no test has it in its name.',
    'a.test.ts has a test named U1, which docs/trust-coverage.md calls open.',
    'a.test.ts has a test named R9, which docs/trust-coverage.md calls nothing.',
  ]);
});

test('one of the files that a row cites must have a test with its id', () => {
  const cites = (file: string) => `| Z1 | no token | shown | \`${file}\`, and more |\n`;
  const tests = [{ file: 'a.test.ts', text: named('Z1') }];
  expect(findTrustMistakes(cites('a.test.ts'), tests)).toEqual([]);
  expect(findTrustMistakes(cites('b.test.ts'), tests)).toEqual([
    'docs/trust-coverage.md cites for Z1 no file with a test of that name: it is in a.test.ts.',
  ]);
});
