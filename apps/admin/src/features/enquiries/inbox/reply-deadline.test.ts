import type { EnquiryStatus } from '@threadline/schema/wire/enquiry-status';
import { expect, test } from 'vitest';
import { describeDeadline, formatDeadline, formatHours } from './reply-deadline.ts';

const at = (hours: number) => new Date(Date.UTC(2026, 10, 19) + hours * 3_600_000).toISOString();
const status: EnquiryStatus = 'new';
const open = { status, createdAt: at(0), dueAt: at(48), answeredAt: null, replyPending: false, isTest: false };
const deadlineAt = (now: string, dueSoonUntil: string | undefined = undefined, change: Partial<typeof open> = {}) =>
  describeDeadline({ ...open, ...change }, { now: Date.parse(now), dueSoonUntil });

// Due at midnight UTC, which is 05:30 in India. The server decides what is due soon, so that rows and badge agree.
test.each([
  [17, 47.9, 'Reply due Sat 21 Nov, 05:30 IST', 'info'],
  [17, 48, 'Reply due soon, Sat 21 Nov, 05:30 IST', 'warning'],
  [47.5, 47.9, 'Reply due Sat 21 Nov, 05:30 IST', 'info'],
  [47.5, undefined, 'Reply due Sat 21 Nov, 05:30 IST', 'info'],
  [48, 60, 'Reply overdue by less than a minute', 'danger'],
  [51, 60, 'Reply overdue by 3 h', 'danger'],
  [148, 160, 'Reply overdue by 4 days', 'danger'],
])('after %d hours of 48, with what is due by %s counted as soon: %s', (hours, soon, text, tone) => {
  expect(deadlineAt(at(hours), soon === undefined ? soon : at(soon))).toMatchObject({ text, tone });
});

test('a deadline at the end of a day names that day', () => {
  expect(deadlineAt(at(1), undefined, { dueAt: '2026-11-24T18:30:00.000Z' })?.text).toBe(
    'Reply due by the end of Tue 24 Nov, IST',
  );
});

const whenever = { now: 0, dueSoonUntil: undefined };

test('an answered enquiry shows how long the reply took, and whether it was overdue', () => {
  expect(describeDeadline({ ...open, status: 'replied', answeredAt: at(5.333334) }, whenever)).toMatchObject({
    text: 'Answered in 5 h 20 min',
    tone: 'success',
  });
  expect(describeDeadline({ ...open, status: 'closed', answeredAt: at(50) }, whenever)).toMatchObject({
    text: 'Answered in 50 h, late',
    tone: 'warning',
  });
});

test('an unsent reply turns red once it is overdue', () => {
  const written = { ...open, status: 'replied', answeredAt: at(5), replyPending: true } as const;
  const text = 'Reply written, not sent yet';
  expect(describeDeadline(written, { ...whenever, now: Date.parse(at(47)) })).toMatchObject({ text, tone: 'warning' });
  expect(describeDeadline(written, { ...whenever, now: Date.parse(at(48)) })).toMatchObject({ text, tone: 'danger' });
  const closed = { ...written, status: 'closed' } as const;
  expect(describeDeadline(closed, { ...whenever, now: Date.parse(at(48)) })).toMatchObject({ text, tone: 'warning' });
});

test('spam, tests and enquiries closed without a reply have no deadline', () => {
  expect(describeDeadline({ ...open, isTest: true }, whenever)).toBeUndefined();
  expect(describeDeadline({ ...open, isTest: true, status: 'replied', answeredAt: at(5) }, whenever)).toBeUndefined();
  for (const status of ['spam', 'closed', 'replied'] as const)
    expect(describeDeadline({ ...open, status }, whenever)).toBeUndefined();
});

test('less than a minute is said as such', () => {
  expect(formatHours(0)).toBe('less than a minute');
});

test.each([
  ['2026-11-23T06:00:00.000Z', '23 Nov 2026, 11:30 IST'],
  // Midnight IST, which belongs to the day before.
  ['2026-11-24T18:30:00.000Z', 'the end of 24 Nov 2026, IST'],
])('a deadline at %s is shown as %s', (iso, text) => {
  expect(formatDeadline(iso)).toBe(text);
});
