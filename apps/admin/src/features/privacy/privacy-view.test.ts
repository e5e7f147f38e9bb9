import { expect, test } from 'vitest';
import { formatErasedCounts, formatErasureOutcome } from './privacy-view.tsx';

test.each([
  [{ enquiries: 1, messages: 3, subscribers: 0 }, '1 enquiry, 3 messages'],
  [{ enquiries: 2, messages: 1, subscribers: 1 }, '2 enquiries, 1 message, 1 newsletter entry'],
  [{ enquiries: 0, messages: 0, subscribers: 0 }, 'No data was found'],
])('an erasure of %j reads "%s"', (counts, text) => {
  expect(formatErasedCounts(counts)).toBe(text);
});

test.each([
  [{ enquiries: 1, messages: 3, subscribers: 0, retained: 0 }, 'Erased: 1 enquiry, 3 messages.'],
  [{ enquiries: 0, messages: 1, subscribers: 0, retained: 2 }, 'Erased: 1 message. 2 client records were kept.'],
  [{ enquiries: 0, messages: 0, subscribers: 0, retained: 0 }, 'There was nothing to erase.'],
])('the outcome of an erasure of %j reads "%s"', (counts, text) => {
  expect(formatErasureOutcome(counts)).toBe(text);
});
