import { expect, test } from 'vitest';
import { formatIndianTime, getEndedDay, toIndianDay } from './indian-time.ts';

test.each([
  ['2026-11-24T18:30:00.000Z', '2026-11-24T18:29:00.000Z'],
  ['2026-11-24T18:30:59.999Z', '2026-11-24T18:29:59.999Z'],
  ['2026-11-24T18:31:00.000Z', undefined],
  ['2026-11-24T18:29:00.000Z', undefined],
  ['2026-11-25T00:00:00.000Z', undefined],
])('%s ends the day of %s in India', (at, last) => {
  expect(getEndedDay(at)).toBe(last);
});

test('a day begins at midnight in India', () => {
  expect(toIndianDay(new Date('2026-11-19T18:29:59Z'))).toBe('2026-11-19');
  expect(toIndianDay(new Date('2026-11-19T18:30:00Z'))).toBe('2026-11-20');
});

test('texts use India time', () => {
  expect(formatIndianTime('2026-11-19T10:43:00.000Z')).toBe('Thursday 19 November, 16:13 IST');
});
