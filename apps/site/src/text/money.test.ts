import { expect, test } from 'vitest';
import { formatLakh } from './money.ts';

test('rupees are written in lakh and crore', () => {
  expect(formatLakh(6.8)).toBe('₹6.8\u00a0lakh');
  expect(formatLakh(120)).toBe('₹1.2\u00a0crore');
  expect(formatLakh(0.5)).toMatch(/^₹50\b/);
});
