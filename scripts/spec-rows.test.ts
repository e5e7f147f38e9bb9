import { expect, test } from 'vitest';
import { findSpecMistakes } from './spec-rows.ts';

const tests = [{ file: 'a.test.ts', text: "test('the page loads', () => {});\ntest('it\\'s fast', () => {});" }];
const rulings = '| ruling | the product |\n|---|---|\n| 1 | Passwords |\n';
const ruled = '[ruling 1](decisions/0017-rulings.md)';
const find = (...rows: string[]) => findSpecMistakes({ coverage: rows.join('\n'), rulings, tests });

test('rows that cite existing tests and rulings are valid', () => {
  expect(
    find(
      "| 1 | The page | `page.ts` | `a.test.ts` “the page loads”, `a.test.ts` “it's fast” | done |",
      `| 2 | Passwords | \`login.ts\` | \`a.test.ts\` “the page loads” | deviates, ${ruled} |`,
    ),
  ).toEqual([]);
});

test.each([
  [
    '| 1 | x | y | `a.test.ts` “the page flies” | done |',
    'cites a test of a.test.ts that is not there: the page flies',
  ],
  ['| 1 | x | y | `b.test.ts` “the page loads” | done |', 'cites b.test.ts, which is no test file'],
  ['| 1 | x | y | `a.test.ts` | done |', 'cites no test'],
  ['| 1 | x | y | nothing yet | open: the page is missing |', 'cites no test'],
  [
    '| 1 | x | y | `a.test.ts` “the page flies” | open: the page is missing |',
    'cites a test of a.test.ts that is not there: the page flies',
  ],
  ['| 2 | x | y | `a.test.ts` “the page loads” | done |', 'has the number 2 instead of 1'],
  ['| 1 | x | y | `a.test.ts` “the page loads” | finished |', 'has the unknown state "finished"'],
  ['| 1 | x | `a.test.ts` “the page loads” | done |', 'has 3 cells after its number instead of 4'],
  [
    '| 1 | x | y | `a.test.ts` “the page loads” | deviates, [ruling 9](decisions/0017-rulings.md) |',
    'cites ruling 9, which does not exist',
  ],
])('the row %j is reported', (row, mistake) => {
  const number = /\d+/.exec(row)?.[0];
  expect(find(row)).toContain(`docs/spec-coverage.md: row ${number} ${mistake}.`);
});

test('a ruling that no row cites is reported', () => {
  expect(find()).toEqual(['No row of docs/spec-coverage.md cites ruling 1.']);
});
