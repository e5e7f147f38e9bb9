import { expect, test } from 'vitest';
import { getInitialMessage } from './enquiry-draft.ts';

test('an opener with words begins the message, one without leaves the draft as it is', () => {
  expect(getInitialMessage({ values: {}, prefill: '' }, 'Strategic hiring')).toBe('Strategic hiring');
  expect(getInitialMessage({ values: { message: 'We grow.' }, prefill: '' }, '')).toBe('We grow.');
});

test('a new result replaces the old one and keeps what was typed below it', () => {
  const draft = { values: { message: 'Score 3 of 18\n\nPlease call.' }, prefill: 'Score 3 of 18' };
  expect(getInitialMessage(draft, 'Score 9 of 18')).toBe('Score 9 of 18\n\nPlease call.');
  expect(getInitialMessage(draft, '')).toBe('Score 3 of 18\n\nPlease call.');
});

test('words that the visitor has changed are kept', () => {
  const draft = { values: { message: 'Score 3, we think.' }, prefill: 'Score 3 of 18' };
  expect(getInitialMessage(draft, 'Score 9 of 18')).toBe('Score 9 of 18\n\nScore 3, we think.');
});
