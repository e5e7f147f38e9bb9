import { expect, test } from 'vitest';
import { erasedWords, justErasedWords } from './format-erasure.ts';

test.each([
  [{ enquiries: 1, messages: 3, subscribers: 0 }, '1 enquiry, 3 messages'],
  [{ enquiries: 2, messages: 1, subscribers: 1 }, '2 enquiries, 1 message, 1 newsletter entry'],
  [{ enquiries: 0, messages: 0, subscribers: 0 }, 'Nothing was kept'],
])('an erasure of %j reads "%s"', (counts, words) => {
  expect(erasedWords(counts)).toBe(words);
});

test.each([
  [{ enquiries: 1, messages: 3, subscribers: 0, kept: 0 }, 'Erased: 1 enquiry, 3 messages.'],
  [{ enquiries: 0, messages: 1, subscribers: 0, kept: 2 }, 'Erased: 1 message. Kept as client’s files: 2.'],
  [{ enquiries: 0, messages: 0, subscribers: 0, kept: 0 }, 'Nothing was left to erase.'],
])('who has just erased %j reads "%s"', (counts, words) => {
  expect(justErasedWords(counts)).toBe(words);
});
