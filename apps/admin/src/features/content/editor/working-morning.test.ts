import { expect, test } from 'vitest';
import { getNextWorkingMorning } from './working-morning.ts';

test.each([
  ['a Thursday evening', '2026-11-26T15:00:00Z', '2026-11-27T03:30:00.000Z'],
  ['a Friday', '2026-11-27T05:00:00Z', '2026-11-30T03:30:00.000Z'],
  ['a Sunday that is Monday in India', '2026-11-29T20:00:00Z', '2026-12-01T03:30:00.000Z'],
])('after %s comes the next working day at nine in India', (_, now, morning) => {
  expect(new Date(getNextWorkingMorning(Date.parse(now))).toISOString()).toBe(morning);
});
