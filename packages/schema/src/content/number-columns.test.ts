import { expect, test } from 'vitest';
import { findNumberColumns } from './number-columns.ts';

test('a column of numbers may have units and gaps, and a column with other words is no such column', () => {
  const rows = [
    ['2 owners', '₹3 crore', '1,20,000', '42 %', ''],
    ['10', '₹ 45,000', '–', '-3.5%', ''],
  ];
  expect(findNumberColumns(rows)).toEqual([false, true, true, true, false]);
  expect(findNumberColumns([])).toEqual([]);
});
