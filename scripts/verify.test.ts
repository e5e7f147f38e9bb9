import { expect, test } from 'vitest';
import { formatTotals } from './verify.mjs';

test.each([
  [{ passed: 12, failed: 0 }, '12 passed, 0 failed'],
  [{ passed: 0, failed: 1 }, '0 passed, 1 failed'],
  [{ passed: 0, failed: 0 }, 'The chosen steps succeeded. They contain no tests.'],
])('the last line of a run with %j is "%s"', (totals, line) => {
  expect(formatTotals(totals)).toBe(line);
});
