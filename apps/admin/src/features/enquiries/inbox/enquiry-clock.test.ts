import type { EnquiryStatus } from '@threadline/schema/enquiry-status';
import { expect, test } from 'vitest';
import { clockOf, inHours } from './enquiry-clock.ts';

const at = (hours: number) => new Date(Date.UTC(2026, 10, 19) + hours * 3_600_000).toISOString();
const status: EnquiryStatus = 'new';
const open = { status, createdAt: at(0), dueAt: at(48), answeredAt: null, replyPending: false, isTest: false };
const clockAt = (now: string, dueSoonUntil: string | undefined = undefined, change: Partial<typeof open> = {}) =>
  clockOf({ ...open, ...change }, { now: Date.parse(now), dueSoonUntil });

// Due at midnight UTC, which is 05:30 in India. What is due soon is the same for rows and badge, however many hours it is off.
test.each([
  [17, 47.9, 'due Sat 21 Nov, 05:30 IST', 'calm'],
  [17, 48, 'due soon, Sat 21 Nov, 05:30 IST', 'waiting'],
  [47.5, 47.9, 'due Sat 21 Nov, 05:30 IST', 'calm'],
  [47.5, undefined, 'due Sat 21 Nov, 05:30 IST', 'calm'],
  [48, 60, 'late by a moment', 'bad'],
  [51, 60, 'late by 3 h', 'bad'],
  [148, 160, 'late by 4 days', 'bad'],
])('after %d hours of 48, with what is due by %s counted as soon: %s', (hours, soon, words, tone) => {
  expect(clockAt(at(hours), soon === undefined ? soon : at(soon))).toMatchObject({ words, tone });
});

test('what ends with a day is due by its end', () => {
  expect(clockAt(at(1), undefined, { dueAt: '2026-11-24T18:30:00.000Z' })?.words).toBe(
    'due by the end of Tue 24 Nov, IST',
  );
});

const whenever = { now: 0, dueSoonUntil: undefined };

test('what was answered tells how long it took, and whether that was too long', () => {
  expect(clockOf({ ...open, status: 'replied', answeredAt: at(5.333334) }, whenever)).toMatchObject({
    words: 'answered in 5 h 20 min',
    tone: 'good',
  });
  expect(clockOf({ ...open, status: 'closed', answeredAt: at(50) }, whenever)).toMatchObject({
    words: 'answered in 50 h, late',
    tone: 'waiting',
  });
});

test('a reply that waits is told in red once the promise is over', () => {
  const written = { ...open, status: 'replied', answeredAt: at(5), replyPending: true } as const;
  const words = 'Reply written, waits to be sent';
  expect(clockOf(written, { ...whenever, now: Date.parse(at(47)) })).toMatchObject({ words, tone: 'waiting' });
  expect(clockOf(written, { ...whenever, now: Date.parse(at(48)) })).toMatchObject({ words, tone: 'bad' });
});

test('spam, tests and what was closed without an answer have no clock', () => {
  expect(clockOf({ ...open, isTest: true }, whenever)).toBeUndefined();
  expect(clockOf({ ...open, isTest: true, status: 'replied', answeredAt: at(5) }, whenever)).toBeUndefined();
  for (const status of ['spam', 'closed', 'replied'] as const)
    expect(clockOf({ ...open, status }, whenever)).toBeUndefined();
});

test('the share of the promised time', () => {
  expect(clockAt(at(12))?.passed).toBe(0.25);
  expect(clockAt(at(-3))?.passed).toBe(0);
  expect(clockAt(at(99))?.passed).toBe(1);
  expect(inHours(0)).toBe('a moment');
});
