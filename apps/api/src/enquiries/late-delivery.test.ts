import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLeadScene } from '../../test/lead-scene.ts';
import { dayMs } from '../platform/durations.ts';
import { removeLeftMailFiles } from '../platform/mail/mail-files.ts';

function acknowledgementOf({ services, mails }: ReturnType<typeof createLeadScene>): string {
  const mail = mails().find(({ kind }) => kind === 'acknowledgement');
  return mail ? services.composeMail(mail).text : '';
}

test('mail that was written while the clock was ahead goes out when it is set back', async () => {
  const scene = createLeadScene();
  scene.deps.clock.advance(400 * dayMs);
  await scene.receive();
  scene.deps.clock.advance(-400 * dayMs);
  await scene.services.jobs.runDue();
  expect(scene.mails().map(({ state }) => state)).toEqual(['written-to-disk', 'written-to-disk']);
});

test('what was taken for spam is due from the moment of its rescue', async () => {
  const scene = createLeadScene();
  const { id } = await scene.receive({ filledMs: 10 });
  expect(scene.rows()).toMatchObject([{ status: 'spam' }]);
  scene.deps.clock.advance(9 * dayMs);
  await scene.call(`/api/enquiries/${id}`, { method: 'PATCH', body: { status: 'new' } });
  expect(Date.parse(scene.rows()[0]?.dueAt ?? '')).toBeGreaterThan(scene.deps.now().getTime());
  expect(acknowledgementOf(scene)).toContain('at the latest');
  scene.deps.clock.advance(9 * dayMs);
  expect(acknowledgementOf(scene)).not.toContain('at the latest');
  expect(acknowledgementOf(scene)).toContain('Your enquiry has reached us');
});

test('a promise that ends with a day names that day, not the midnight after it', async () => {
  const scene = createLeadScene();
  // On a Sunday: the two days end with Tuesday.
  scene.deps.clock.advance(Date.parse('2026-11-22T06:00:00.000Z') - scene.deps.now().getTime());
  await scene.receive();
  expect(acknowledgementOf(scene)).toContain('by the end of Tuesday 24 November, IST at the latest');
});

test('whoever is erased while a message is written to a file leaves no file', async () => {
  const scene = createLeadScene();
  await scene.receive();
  const folder = join(scene.deps.config.dataDir, 'mail');
  const sending = scene.services.jobs.runDue();
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  scene.services.eraser.erasePerson('sender@example.org', 'admin', null);
  await sending;
  expect(readdirSync(folder)).toEqual([]);
});

test('the hourly look removes files without a message, and no others', async () => {
  const scene = createLeadScene();
  await scene.receive();
  await scene.services.jobs.runDue();
  const folder = join(scene.deps.config.dataDir, 'mail');
  removeLeftMailFiles(scene.deps);
  expect(readdirSync(folder)).toHaveLength(2);
  scene.deps.db.$client.exec("delete from outbox_messages where kind = 'notification'");
  removeLeftMailFiles(scene.deps);
  expect(readdirSync(folder)).toEqual([expect.stringContaining('acknowledgement')]);
});
