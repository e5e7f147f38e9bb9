import { expect, test } from 'vitest';
import { fieldMoment, momentMs } from './schedule-form.tsx';

test('the field of the schedule holds the time of India, and gives back the moment', () => {
  const at = Date.parse('2026-11-21T19:00:00.000Z');
  expect(fieldMoment(at)).toBe('2026-11-22T00:30');
  expect(momentMs('2026-11-22T00:30')).toBe(at);
  for (const half of ['', '2026-11-22', '2026-11-22T', 'T18:00', '31/02/2026T18:00']) expect(momentMs(half)).toBeNaN();
});
