import { expect, test } from 'vitest';
import { agoOf, momentOf } from './time.ts';

const at = '2026-11-21T14:03:22.118Z';
const after = (minutes: number) => Date.parse(at) + minutes * 60_000;

test.each([
  [0.9, 'just now'],
  [1, '1 minute ago'],
  [59.9, '59 minutes ago'],
  [60, '1 hour ago'],
  [23 * 60, '23 hours ago'],
  [24 * 60, momentOf(at)],
  // The clock of the server may be ahead of the reader's.
  [-2, 'just now'],
])('after %s minutes: %s', (minutes, words) => {
  expect(agoOf(at, after(minutes))).toBe(words);
});
