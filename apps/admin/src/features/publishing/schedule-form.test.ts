import { expect, test } from 'vitest';
import { parseIndianTime, toIndianTime } from './schedule-form.tsx';

test('the schedule is entered in Indian time', () => {
  const at = Date.parse('2026-11-21T19:00:00.000Z');
  expect(toIndianTime(at)).toEqual({ day: '2026-11-22', time: '00:30' });
  expect(parseIndianTime({ day: '2026-11-22', time: '00:30' })).toBe(at);
});

test.each([
  ['', ''],
  ['2026-11-22', ''],
  ['', '18:00'],
  ['31/02/2026', '18:00'],
  ['2026-11-22', '25:00'],
])('the date "%s" with the time "%s" is invalid', (day, time) => {
  expect(parseIndianTime({ day, time })).toBeNaN();
});
