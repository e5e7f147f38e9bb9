import { expect, test } from 'vitest';
import { deadlineOf, dueWords } from './format-due-date.ts';

test.each([
  ['2026-11-23T06:00:00.000Z', 'Mon 23 Nov, 11:30 IST', '23 Nov 2026, 11:30 IST'],
  // 00:00 of Wednesday there: nobody should read Wednesday.
  ['2026-11-24T18:30:00.000Z', 'by the end of Tue 24 Nov, IST', 'the end of 24 Nov 2026, IST'],
])('what is due at %s is due %s', (at, words, deadline) => {
  expect(dueWords(at)).toBe(words);
  expect(deadlineOf(at)).toBe(deadline);
});
