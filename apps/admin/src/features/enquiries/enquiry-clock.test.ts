import { expect, test } from 'vitest';
import { clockOf, inHours } from './enquiry-clock.ts';

const at = (hours: number) => new Date(Date.UTC(2026, 10, 19) + hours * 3_600_000).toISOString();
const open = { status: 'new', createdAt: at(0), dueAt: at(48), answeredAt: null, isTest: false };

test.each([
  [17, '31 h left', 'calm'],
  [38.25, '9 h 45 min left', 'waiting'],
  [45.83333, '2 h 10 min left', 'bad'],
  [47.5, '30 min left', 'bad'],
  [48, 'late by a moment', 'bad'],
  [51, 'late by 3 h', 'bad'],
  [148, 'late by 4 days', 'bad'],
])('after %d hours of 48: %s', (hours, words, tone) => {
  expect(clockOf(open, Date.parse(at(hours)))).toMatchObject({ words, tone });
});

test('what was answered tells how long it took, and whether that was too long', () => {
  expect(clockOf({ ...open, status: 'replied', answeredAt: at(5.333334) }, 0)).toMatchObject({
    words: 'answered in 5 h 20 min',
    tone: 'good',
  });
  expect(clockOf({ ...open, status: 'closed', answeredAt: at(50) }, 0)).toMatchObject({
    words: 'answered in 50 h, late',
    tone: 'waiting',
  });
});

test('spam, tests and what was closed without an answer have no clock', () => {
  expect(clockOf({ ...open, isTest: true }, 0)).toBeUndefined();
  expect(clockOf({ ...open, isTest: true, status: 'replied', answeredAt: at(5) }, 0)).toBeUndefined();
  for (const status of ['spam', 'closed', 'replied']) expect(clockOf({ ...open, status }, 0)).toBeUndefined();
});

test('the share of the promised time', () => {
  expect(clockOf(open, Date.parse(at(12)))?.passed).toBe(0.25);
  expect(clockOf(open, Date.parse(at(-3)))?.passed).toBe(0);
  expect(clockOf(open, Date.parse(at(99)))?.passed).toBe(1);
  expect(inHours(0)).toBe('a moment');
});
