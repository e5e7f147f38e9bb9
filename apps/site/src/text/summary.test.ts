import { expect, test } from 'vitest';
import { summarize } from './summary.ts';

test('a text that fits stays as it is', () => {
  expect(summarize('  One team. One plan. ')).toBe('One team. One plan.');
});

test('of a longer one, the whole sentences that fit', () => {
  const first = `We ${'count '.repeat(20)}first.`;
  expect(summarize(`${first} ${'And so on, '.repeat(10)}to the end.`)).toBe(first);
});

test('a sentence that does not fit ends after a whole word', () => {
  const summary = summarize('counting '.repeat(40));
  expect(summary).toMatch(/counting…$/);
  expect(summary.length).toBeLessThanOrEqual(161);
});
