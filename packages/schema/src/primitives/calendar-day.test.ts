import { expect, test } from 'vitest';
import { dayError, formatDay, parseDay } from './calendar-day.ts';
import { date } from './fields.ts';

test.each([
  '2026-11-23',
  '23/11/2026',
  '23-11-2026',
  '23.11.2026',
  '23/11/26',
  '23 Nov 2026',
  '23 nov 26',
  '23-Nov-2026',
  ' 23 November 2026 ',
  '23 Nov, 2026',
  'Nov 23, 2026',
])('%s is the day 2026-11-23', (typed) => {
  expect(parseDay(typed)).toBe('2026-11-23');
});

test.each(['', 'today', '11/23/2026', '31/02/2026', '2026-02-30', '23/11', '23 Xyz 2026', '23/11-2026', '1/1/202'])(
  '"%s" is not a day',
  (typed) => {
    expect(parseDay(typed)).toBeUndefined();
  },
);

test('a date in the content is stored in ISO form, and its error shows the format of the admin', () => {
  expect(date('Day').parse('1/3/2026')).toBe('2026-03-01');
  expect(date('Day', { optional: true }).parse('')).toBe('');
  expect(
    date('Day')
      .safeParse('11/23/2026')
      .error?.issues.map(({ message }) => message),
  ).toEqual([dayError]);
});

test('a formatted day can be parsed again', () => {
  expect(['2026-11-23', '2026-09-01', '', 'today'].map(formatDay)).toEqual(['23 Nov 2026', '1 Sep 2026', '', 'today']);
  for (let month = 1; month <= 12; month++) {
    const iso = `2026-${String(month).padStart(2, '0')}-09`;
    expect(parseDay(formatDay(iso))).toBe(iso);
  }
});
