import { expect, test } from 'vitest';
import { toClockTime } from './clock-time.ts';

test.each([
  ['09:30', '09:30'],
  ['9.30', '09:30'],
  ['0930', '09:30'],
  ['930', '09:30'],
  ['10 am', '10:00'],
  ['10am', '10:00'],
  ['9:30 pm', '21:30'],
  ['6 P.M.', '18:00'],
  ['12 am', '00:00'],
  ['12:15 pm', '12:15'],
  ['18', '18:00'],
  [' 23:59 ', '23:59'],
])('%s is the time %s', (typed, time) => {
  expect(toClockTime(typed)).toBe(time);
});

test.each(['', 'ten', '24:00', '9:60', '13 pm', '0 am', '9:3', '9:30 xm'])('%j is not a time', (typed) => {
  expect(toClockTime(typed)).toBeUndefined();
});
