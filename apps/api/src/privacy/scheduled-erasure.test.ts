import { expect, test } from 'vitest';
import { createLeadScene } from '../../test/lead-scene.ts';
import { queryPlan } from '../../test/query-plan.ts';
import { dayMs } from '../platform/durations.ts';

/** Hourly looks, one a day being enough to tell. */
function days(scene: ReturnType<typeof createLeadScene>, count: number): void {
  for (let day = 0; day < count; day++) {
    scene.deps.clock.advance(dayMs);
    scene.sweep();
  }
}

const listed = async (scene: ReturnType<typeof createLeadScene>) =>
  (await scene.call('/api/privacy/erasures')).body.scheduled;

test('a shorter retention erases only what was listed for a week, and says so', async () => {
  const scene = createLeadScene();
  await scene.receive();
  scene.deps.clock.advance(70 * dayMs);
  scene.sweep();
  const months = (months: number) =>
    scene.call('/api/content/mail/retention', { method: 'PUT', body: { value: { months } } });
  await months(2);
  scene.sweep();
  const goesAt = new Date(scene.deps.now().getTime() + 7 * dayMs).toISOString();
  expect(await listed(scene)).toEqual({ enquiries: 1, firstAt: goesAt });
  expect((await scene.call(`/api/enquiries/${scene.rows()[0]?.id}`)).body.enquiry.retainedUntil).toBe(goesAt);
  days(scene, 6);
  await months(12);
  days(scene, 2);
  expect(await listed(scene)).toEqual({ enquiries: 0, firstAt: null });
  await months(2);
  days(scene, 7);
  expect(scene.rows()).toHaveLength(1);
  days(scene, 1);
  expect(scene.rows()).toEqual([]);
});

test('a clock that is years ahead for days erases nothing, and leaves nothing behind that does', async () => {
  const scene = createLeadScene();
  await scene.receive();
  scene.deps.clock.advance(400 * dayMs);
  days(scene, 6);
  scene.deps.clock.advance(-406 * dayMs);
  days(scene, 10);
  expect(scene.rows()).toMatchObject([{ erasureScheduledAt: null }]);
  scene.deps.clock.advance(400 * dayMs);
  days(scene, 1);
  expect(scene.rows()).toHaveLength(1);
});

test('what is due goes on its day when the looks were regular', async () => {
  const scene = createLeadScene();
  await scene.receive();
  scene.deps.clock.advance(350 * dayMs);
  days(scene, 15);
  expect(scene.rows()).toHaveLength(1);
  days(scene, 1);
  expect(scene.rows()).toEqual([]);
});

test('an answer takes an enquiry off the list', async () => {
  const scene = createLeadScene();
  const { id } = await scene.receive();
  scene.deps.clock.advance(362 * dayMs);
  scene.sweep();
  expect((await listed(scene)).enquiries).toBe(1);
  await scene.call(`/api/enquiries/${id}/notes`, { body: { text: 'Called.' } });
  days(scene, 30);
  expect(scene.rows()).toMatchObject([{ erasureScheduledAt: null }]);
});

test('the hourly listing reads what is due and what is listed, not the whole table', () => {
  const { deps } = createLeadScene();
  const planOf = (query: string) => queryPlan(deps, query);
  expect(
    planOf(
      "select id from enquiries where retain_for_client = 0 and erasure_scheduled_at is null and last_activity_at < '2026' limit 200",
    ),
  ).toEqual(['SEARCH enquiries USING INDEX enquiries_unscheduled (last_activity_at<?)']);
  expect(
    planOf(
      "update enquiries set erasure_scheduled_at = null where erasure_scheduled_at is not null and (retain_for_client = 1 or last_activity_at > '2026')",
    ),
  ).toEqual([expect.stringContaining('USING INDEX enquiries_scheduled')]);
});
