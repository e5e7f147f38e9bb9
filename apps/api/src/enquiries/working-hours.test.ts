import { defaultSla } from '@threadline/schema/content/sections/mail';
import { expect, test } from 'vitest';
import { addWorkingHours, computeDeadline, formatDeadline } from './working-hours.ts';

const office = { opens: '09:30', closes: '18:30' };
const days = { ...defaultSla, hours: 48 };
const hours = { ...days, counted: 'office' as const, hours: 9 };

test.each([
  // Thursday 19 November 2026, 16:13 in India.
  ['two working days later', '2026-11-19T10:43:00.000Z', days, '2026-11-21T10:43:00.000Z'],
  ['not on a Sunday', '2026-11-20T10:43:00.000Z', days, '2026-11-23T10:43:00.000Z'],
  ['counted from Monday when sent on a Sunday', '2026-11-22T06:00:00.000Z', days, '2026-11-24T18:30:00.000Z'],
  ['Sunday begins at midnight in India', '2026-11-21T18:29:00.000Z', days, '2026-11-24T18:29:00.000Z'],
  ['not on a holiday', '2026-11-19T10:43:00.000Z', { ...days, holidays: ['2026-11-20'] }, '2026-11-23T10:43:00.000Z'],
  ['one day of office hours', '2026-11-19T04:00:00.000Z', hours, '2026-11-19T13:00:00.000Z'],
  ['before the office opens', '2026-11-19T01:00:00.000Z', hours, '2026-11-19T13:00:00.000Z'],
  ['after the office has closed', '2026-11-19T15:00:00.000Z', hours, '2026-11-20T13:00:00.000Z'],
  ['in the middle of a day', '2026-11-19T08:00:00.000Z', hours, '2026-11-20T08:00:00.000Z'],
  ['across a Sunday', '2026-11-21T08:00:00.000Z', hours, '2026-11-23T08:00:00.000Z'],
])('due %s', (_, from, promise, due) => {
  expect(addWorkingHours(from, promise, office)).toBe(due);
});

const openDays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;

test.each([
  ['at the end of the reply time', '2026-11-17T06:00:00.000Z', days, '2026-11-19T06:00:00.000Z'],
  // Sunday 29 November 2026, 02:29 in India, is no office hour, and Saturday is a working day without one.
  ['when the office closed before', '2026-11-26T20:59:00.000Z', days, '2026-11-27T13:00:00.000Z'],
  ['at the end of the last open day, not at midnight', '2026-11-22T06:00:00.000Z', days, '2026-11-24T13:00:00.000Z'],
  ['after the office has opened again', '2026-11-19T15:00:00.000Z', { ...days, hours: 2 }, '2026-11-20T06:00:00.000Z'],
])('a reply is due %s', (_, from, promise, due) => {
  expect(computeDeadline(from, promise, { ...office, openDays })).toBe(due);
});

test('without a working day plain hours are counted', () => {
  const never = {
    ...days,
    monday: false,
    tuesday: false,
    wednesday: false,
    thursday: false,
    friday: false,
    saturday: false,
  };
  expect(addWorkingHours('2026-11-19T00:00:00.000Z', never, office)).toBe('2026-11-21T00:00:00.000Z');
});

test('without opening hours plain hours are counted', () => {
  expect(addWorkingHours('2026-11-19T00:00:00.000Z', hours, { opens: '18:00', closes: '09:00' })).toBe(
    '2026-11-19T09:00:00.000Z',
  );
});

test.each([
  // Sent on a Sunday: the two days end with Tuesday.
  ['2026-11-24T18:30:00.000Z', 'the end of Tuesday 24 November, IST'],
  ['2026-11-24T18:30:59.999Z', 'the end of Tuesday 24 November, IST'],
  ['2026-12-31T18:30:00.000Z', 'the end of Thursday 31 December, IST'],
  ['2026-11-24T18:31:00.000Z', 'Wednesday 25 November, 00:01 IST'],
  ['2026-11-24T18:29:00.000Z', 'Tuesday 24 November, 23:59 IST'],
  // The end of office hours is not the end of a day.
  ['2026-11-24T13:00:00.000Z', 'Tuesday 24 November, 18:30 IST'],
])('a due date at %s is displayed as %s', (due, text) => {
  expect(formatDeadline(due)).toBe(text);
});
