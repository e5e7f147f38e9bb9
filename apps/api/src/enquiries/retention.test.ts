import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEnquiryFixture } from '../../test/enquiry-fixture.ts';
import { dayMs } from '../platform/durations.ts';
import { getEndOfRetention, getRetentionCutoff } from './retention.ts';

test.each([
  ['an ordinary day', '2026-11-21T10:00:00.000Z', 12, '2027-11-21T18:30:00.000Z'],
  ['31 January, one month', '2026-01-31T10:00:00.000Z', 1, '2026-02-28T18:30:00.000Z'],
  ['30 January, one month', '2026-01-30T10:00:00.000Z', 1, '2026-02-28T18:30:00.000Z'],
  ['31 January before a leap day', '2028-01-31T10:00:00.000Z', 1, '2028-02-29T18:30:00.000Z'],
  ['a leap day, twelve months', '2028-02-29T10:00:00.000Z', 12, '2029-02-28T18:30:00.000Z'],
  ['a leap day, four years', '2028-02-29T10:00:00.000Z', 48, '2032-02-29T18:30:00.000Z'],
  ['31 March, one month', '2026-03-31T10:00:00.000Z', 1, '2026-04-30T18:30:00.000Z'],
  ['28 February, one month', '2026-02-28T10:00:00.000Z', 1, '2026-03-28T18:30:00.000Z'],
  ['across the end of a year', '2026-10-31T10:00:00.000Z', 4, '2027-02-28T18:30:00.000Z'],
  ['the last minute of a day in India', '2026-11-21T18:29:59.999Z', 1, '2026-12-21T18:30:00.000Z'],
  ['the first minute of a day in India', '2026-11-21T18:30:00.000Z', 1, '2026-12-22T18:30:00.000Z'],
  ['31 January in India, still 30 January in UTC', '2026-01-30T20:00:00.000Z', 1, '2026-02-28T18:30:00.000Z'],
])('the retention of %s ends with its last day in India', (_, lastActivityAt, months, end) => {
  expect(getEndOfRetention(lastActivityAt, months).toISOString()).toBe(end);
});

const moments = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

test('an enquiry is due exactly at the displayed end of its retention', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: 1, max: 120 }), (lastActivityAt, months) => {
      const end = getEndOfRetention(lastActivityAt, months).getTime();
      const isDue = (now: number) => lastActivityAt < getRetentionCutoff(new Date(now), months).toISOString();
      expect([isDue(end - 1), isDue(end), isDue(end + dayMs)]).toEqual([false, true, true]);
    }),
    { numRuns: 2000 },
  );
});

test('an enquiry with later activity never has an earlier end', () => {
  fc.assert(
    fc.property(moments, moments, fc.integer({ min: 1, max: 120 }), (one, other, months) => {
      const [earlier = one, later = other] = [one, other].toSorted();
      expect(getEndOfRetention(earlier, months) <= getEndOfRetention(later, months)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['31 January', '2027-01-31T06:30:00.000Z', 1],
  ['30 January', '2027-01-30T20:00:00.000Z', 1],
  ['a leap day', '2028-02-29T06:30:00.000Z', 12],
  ['31 August', '2027-08-31T06:30:00.000Z', 6],
])('an enquiry with activity on %s is erased at the displayed time, not before', async (_, at, months) => {
  const fixture = createEnquiryFixture();
  await fixture.call('/api/content/mail/retention', { method: 'PUT', body: { value: { months } } });
  const goTo = (moment: number) => fixture.deps.clock.advance(moment - fixture.deps.now().getTime());
  goTo(Date.parse(at));
  const { id } = await fixture.receive();
  const shown = async () => Date.parse((await fixture.call(`/api/enquiries/${id}`)).body.enquiry.retainedUntil);
  const end = await shown();
  for (let day = 9; day > 0; day--) {
    goTo(end - day * dayMs);
    fixture.sweep();
  }
  goTo(end - 1);
  fixture.sweep();
  expect(fixture.rows()).toHaveLength(1);
  expect(await shown()).toBe(end);
  expect((await fixture.call('/api/privacy/erasures')).body.scheduled.firstAt).toBe(new Date(end).toISOString());
  goTo(end);
  fixture.sweep();
  expect(fixture.rows()).toEqual([]);
});
