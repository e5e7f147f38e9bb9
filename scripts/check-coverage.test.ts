import { expect, test } from 'vitest';
import { findSpecMistakes, findTrustMistakes } from './check-coverage.ts';

const tests = [{ file: 'a.test.ts', text: "test('the page loads', () => {});\ntest('it\\'s fast', () => {});" }];
const rulings = '| ruling | the product |\n|---|---|\n| 1 | Passwords |\n';
const findSpec = (...rows: string[]) => findSpecMistakes(rows.join('\n'), rulings, tests);

test('rows that cite existing tests and rulings are valid', () => {
  expect(
    findSpec(
      "| 1 | The page | `page.ts` | `a.test.ts` “the page loads”, `a.test.ts` “it's fast” | done |",
      '| 2 | Passwords | `login.ts` | `a.test.ts` “the page loads” | deviates, [ruling 1](decisions/0017-rulings.md) |',
    ),
  ).toEqual([]);
});

test.each([
  [
    '| 1 | x | y | `a.test.ts` “the page flies” | done |',
    'cites a test of a.test.ts that does not exist: the page flies',
  ],
  [
    '| 1 | x | y | `b.test.ts` “the page loads” | done |',
    'cites a test of b.test.ts that does not exist: the page loads',
  ],
  ['| 1 | x | y | nothing yet | open: the page is missing |', 'cites no test'],
  ['| 1 | x | y | `a.test.ts` “the page loads” | finished |', 'has the unknown state "finished"'],
  [
    '| 1 | x | y | `a.test.ts` “the page loads” | deviates, [ruling 9](decisions/0017-rulings.md) |',
    'cites ruling 9, which does not exist',
  ],
])('the row %j is reported', (row, mistake) => {
  expect(findSpec(row)).toContain(`docs/spec-coverage.md: row 1 ${mistake}.`);
});

const coverage = `
| id | what | state | shown by |
|---|---|---|---|
| Z1 | no token | shown | somewhere |
| U3–U5, U9 | files | shown | somewhere |
| U6 | bombs | part | somewhere |
| U1 | corpus | open | |
`;
/** Returns the source of tests with these ids in their names. */
const findTrust = (...ids: string[]) =>
  findTrustMistakes(coverage, [{ file: 'a.test.ts', text: ids.map((list) => `test(\n  'one [${list}]'`).join(' ') }]);

test('ids that are called shown and named by tests are valid', () => {
  expect(findTrust('Z1, U3, U4', 'U5, U9', 'U6')).toEqual([]);
});

test('a shown id without a test, and a named id that is open or has no row, are reported', () => {
  expect(findTrust('Z1, U3', 'U5, U9', 'U6', 'U1, R9')).toEqual([
    'docs/trust-coverage.md calls U4 shown, but no test has it in its name.',
    'a.test.ts has a test named U1, which docs/trust-coverage.md does not call shown.',
    'a.test.ts has a test named R9, which docs/trust-coverage.md does not call shown.',
  ]);
});
