import { expect, test } from 'vitest';
import { createLeadScene } from '../../test/lead-scene.ts';
import { auditLog } from './db/schema/core.ts';
import { subscribers } from './db/schema/enquiries.ts';
import { dayMs } from './durations.ts';

const selfTest = { companyName: 'Self-test', email: 'self-test@mills.test' };

/** Somebody of each kind that time takes away, and a week of regular looks. */
async function createScene() {
  const scene = createLeadScene();
  const look = (afterDays: number) => {
    scene.deps.clock.advance(afterDays * dayMs);
    scene.services.eraser.sweep();
  };
  await scene.receive({ consentNewsletter: true });
  scene.services.eraser.sweep();
  for (let day = 0; day < 8; day++) look(1);
  await scene.submit(selfTest, { headers: { 'x-threadline-self-test': scene.deps.secrets.selfTestToken } });
  return {
    ...scene,
    look,
    held: () => [scene.rows().length, scene.deps.db.select().from(subscribers).all().length],
    firstAt: async () => (await scene.call('/api/privacy/erasures')).body.scheduled.firstAt,
    waits: () =>
      scene.deps.db
        .select()
        .from(auditLog)
        .all()
        .filter(({ action }) => action === 'privacy.retention-paused')
        .map(({ subject }) => subject),
  };
}

test('after a jump of the clock nothing is erased for a week of looks, and the team sees what would be [R15]', async () => {
  const { look, held, firstAt, waits, deps } = await createScene();
  look(400);
  const goesAt = new Date(deps.now().getTime() + 7 * dayMs).toISOString();
  expect([held(), await firstAt(), waits()]).toEqual([[2, 1], goesAt, ['after 400 days without a look']]);
  for (let day = 0; day < 6; day++) look(1);
  expect(held()).toEqual([2, 1]);
  look(1);
  expect(held()).toEqual([0, 0]);
});

test('a second jump begins the week again', async () => {
  const { look, held } = await createScene();
  look(400);
  for (let day = 0; day < 3; day++) look(1);
  // Ten days by the clock, after which what was listed has stood for more than a week.
  look(10);
  for (let day = 0; day < 6; day++) look(1);
  expect(held()).toEqual([2, 1]);
  look(1);
  expect(held()).toEqual([0, 0]);
});

test('no earlier day of erasure is shown than the one on which it can happen', async () => {
  const { look, firstAt, rows, call, deps } = await createScene();
  for (let day = 0; day < 352; day += 2) look(2);
  const [id] = rows().map((row) => row.id);
  expect(rows()[0]?.erasureScheduledAt).not.toBeNull();
  look(20);
  const goesAt = new Date(deps.now().getTime() + 7 * dayMs).toISOString();
  expect(await firstAt()).toBe(goesAt);
  expect((await call(`/api/enquiries/${id}`)).body.enquiry.retainedUntil).toBe(goesAt);
  for (let day = 0; day < 6; day++) look(1);
  expect(rows().map((row) => row.id)).toContain(id);
  look(1);
  expect(rows().map((row) => row.id)).not.toContain(id);
});

test('a clock that is put right again has erased nothing, and does not afterwards', async () => {
  const { look, held, waits } = await createScene();
  look(400);
  look(1);
  look(-401);
  for (let day = 0; day < 8; day++) look(1);
  expect(held()).toEqual([1, 1]);
  expect(waits()).toEqual(['after 400 days without a look', 'after -401 days without a look']);
});

test('a server that rests over weekends erases what is over', async () => {
  const { look, held, waits } = await createScene();
  for (let week = 0; week < 5; week++) for (const days of [1, 1, 1, 1, 3]) look(days);
  expect([held(), waits()]).toEqual([[1, 0], []]);
});

test('the first look of an installation begins the week without a word', async () => {
  const scene = createLeadScene();
  scene.services.eraser.sweep();
  expect(
    scene.deps.db
      .select()
      .from(auditLog)
      .all()
      .filter(({ action }) => action.startsWith('privacy')),
  ).toEqual([]);
});
