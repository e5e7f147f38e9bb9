import { expect, test } from 'vitest';
import { createEnquiryFixture } from '../../test/enquiry-fixture.ts';
import { readQueryPlans } from '../../test/query-plan.ts';
import { dayMs } from '../platform/durations.ts';

/** Runs the hourly sweep once a day, which is enough here. */
function days(fixture: ReturnType<typeof createEnquiryFixture>, count: number): void {
  for (let day = 0; day < count; day++) {
    fixture.deps.clock.advance(dayMs);
    fixture.sweep();
  }
}

const listed = async (fixture: ReturnType<typeof createEnquiryFixture>) =>
  (await fixture.call('/api/privacy/erasures')).body.scheduled;

test('a shorter retention period erases only enquiries that were listed for a week', async () => {
  const fixture = createEnquiryFixture();
  await fixture.receive();
  fixture.deps.clock.advance(70 * dayMs);
  fixture.sweep();
  const months = (months: number) =>
    fixture.call('/api/content/mail/retention', { method: 'PUT', body: { value: { months } } });
  await months(2);
  fixture.sweep();
  const goesAt = new Date(fixture.deps.now().getTime() + 7 * dayMs).toISOString();
  expect(await listed(fixture)).toEqual({ enquiries: 1, firstAt: goesAt });
  expect((await fixture.call(`/api/enquiries/${fixture.rows()[0]?.id}`)).body.enquiry.retainedUntil).toBe(goesAt);
  days(fixture, 6);
  await months(12);
  days(fixture, 2);
  expect(await listed(fixture)).toEqual({ enquiries: 0, firstAt: null });
  await months(2);
  days(fixture, 7);
  expect(fixture.rows()).toHaveLength(1);
  days(fixture, 1);
  expect(fixture.rows()).toEqual([]);
});

test('a clock that is years ahead for days erases no enquiry, and neither does the next jump [R15]', async () => {
  const fixture = createEnquiryFixture();
  await fixture.receive();
  fixture.deps.clock.advance(400 * dayMs);
  days(fixture, 6);
  fixture.deps.clock.advance(-406 * dayMs);
  days(fixture, 10);
  expect(fixture.rows()).toMatchObject([{ erasureScheduledAt: null }]);
  fixture.deps.clock.advance(400 * dayMs);
  days(fixture, 1);
  expect(fixture.rows()).toHaveLength(1);
});

test('due enquiries are erased on their day if the sweeps were regular', async () => {
  const fixture = createEnquiryFixture();
  await fixture.receive();
  fixture.deps.clock.advance(350 * dayMs);
  days(fixture, 15);
  expect(fixture.rows()).toHaveLength(1);
  days(fixture, 1);
  expect(fixture.rows()).toEqual([]);
});

test('an answered enquiry is no longer due for erasure', async () => {
  const fixture = createEnquiryFixture();
  const { id } = await fixture.receive();
  fixture.deps.clock.advance(362 * dayMs);
  fixture.sweep();
  expect((await listed(fixture)).enquiries).toBe(1);
  await fixture.call(`/api/enquiries/${id}/notes`, { body: { text: 'Called.' } });
  days(fixture, 30);
  expect(fixture.rows()).toMatchObject([{ erasureScheduledAt: null }]);
});

test.each([
  'enquiries USING INDEX enquiries_unscheduled (last_activity_at<?)',
  'enquiries USING INDEX enquiries_scheduled',
  'enquiries USING INDEX enquiries_tests (last_activity_at<?)',
  'subscribers USING INDEX subscribers_unconfirmed (confirmation_requested_at<?)',
  'subscribers USING INDEX subscribers_left (unsubscribed_at>? AND unsubscribed_at<?)',
  'INDEX outbox_messages_strangers (created_at<?)',
  'consents USING INDEX consents_network (at<?)',
])('the hourly sweep reads due and scheduled rows by an index: %s', async (step) => {
  const { deps, sweep } = createEnquiryFixture();
  expect(await readQueryPlans(deps, sweep)).toContainEqual(expect.stringContaining(step));
});
