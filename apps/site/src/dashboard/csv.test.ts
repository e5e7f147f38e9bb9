import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test('rows end as spreadsheets expect them, after a mark of the encoding', () => {
  expect(
    toCsv([
      ['Project', 'Cost'],
      ['Pune', 6.8],
    ]),
  ).toBe('\uFEFFProject,Cost\r\nPune,6.8\r\n');
});

test('commas, quotes and line breaks stay inside their field', () => {
  expect(toCsv([['a,b', 'say "c"', 'd\ne']])).toBe('\uFEFF"a,b","say ""c""","d\ne"\r\n');
});

test.each(['=1+1', '+91', '-2', '@sum', '\tx', '\rx', ' =1'])('%j cannot run as a formula', (text) => {
  expect(toCsv([[text]])).toMatch(/^\uFEFF"?'/);
});

test('a negative number stays a number', () => {
  expect(toCsv([[-2.5]])).toBe('\uFEFF-2.5\r\n');
});
