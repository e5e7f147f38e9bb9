import { expect, test } from 'vitest';
import { calculateWeekCost, parseAmount } from './week-cost-amount.ts';

test('a week costs 12/52 of the monthly cost of the people who wait, and the delayed sales', () => {
  expect(calculateWeekCost({ people: 4, monthlyCost: 65_000, sales: 0 })).toBe(60_000);
  expect(calculateWeekCost({ people: 4, monthlyCost: 65_000, sales: 2_50_000 })).toBe(3_10_000);
  expect(calculateWeekCost({ people: 0, monthlyCost: 65_000, sales: 0 })).toBe(0);
});

test('the cost is in whole rupees', () => {
  expect(calculateWeekCost({ people: 1, monthlyCost: 50_000, sales: 0 })).toBe(11_538);
});

test.each([
  ['1,50,000', 1_50_000],
  ['₹ 1 50 000', 1_50_000],
  ['65000.75', 65_000],
  ['-5', 5],
  ['', 0],
  ['many', 0],
  ['9'.repeat(20), 9_999_999_999],
])('%j is read as %i', (typed, amount) => {
  expect(parseAmount(typed)).toBe(amount);
});
