import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEnquiryFixture } from '../../test/enquiry-fixture.ts';
import { dayMs } from '../platform/durations.ts';
import { removeStaleMailFiles } from '../platform/outbox/mail-files.ts';

function getAcknowledgement({ services, mails }: ReturnType<typeof createEnquiryFixture>): string {
  const mail = mails().find(({ kind }) => kind === 'acknowledgement');
  return mail ? services.composeMail(mail).text : '';
}

test('mail that was written while the clock was ahead is sent after the clock is corrected', async () => {
  const fixture = createEnquiryFixture();
  fixture.deps.clock.advance(400 * dayMs);
  await fixture.receive();
  fixture.deps.clock.advance(-400 * dayMs);
  await fixture.services.jobs.runDue();
  expect(fixture.mails().map(({ state }) => state)).toEqual(['written-to-disk', 'written-to-disk']);
});

test('the reply to an enquiry from the spam folder is due from the moment when it was moved out', async () => {
  const fixture = createEnquiryFixture();
  const { id } = await fixture.receive({ filledMs: 10 });
  expect(fixture.rows()).toMatchObject([{ status: 'spam' }]);
  fixture.deps.clock.advance(9 * dayMs);
  await fixture.call(`/api/enquiries/${id}`, { method: 'PATCH', body: { status: 'new' } });
  expect(Date.parse(fixture.rows()[0]?.dueAt ?? '')).toBeGreaterThan(fixture.deps.now().getTime());
  expect(getAcknowledgement(fixture)).toContain('at the latest');
  fixture.deps.clock.advance(9 * dayMs);
  expect(getAcknowledgement(fixture)).not.toContain('at the latest');
  expect(getAcknowledgement(fixture)).toContain('Your enquiry has reached us');
});

test('a due date is within office hours', async () => {
  const fixture = createEnquiryFixture();
  // On a Sunday: the two days end with Tuesday, when the office has closed.
  fixture.deps.clock.advance(Date.parse('2026-11-22T06:00:00.000Z') - fixture.deps.now().getTime());
  await fixture.receive();
  expect(getAcknowledgement(fixture)).toContain('by Tuesday 24 November, 18:30 IST at the latest');
});

test('an erasure during the writing of a message leaves no file', async () => {
  const fixture = createEnquiryFixture();
  await fixture.receive();
  const folder = join(fixture.deps.config.dataDir, 'mail');
  const sending = fixture.services.jobs.runDue();
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  fixture.services.eraser.erasePerson('sender@example.org', 'admin', null);
  await sending;
  expect(readdirSync(folder)).toEqual([]);
});

test('the hourly clean-up removes only files without a message', async () => {
  const fixture = createEnquiryFixture();
  await fixture.receive();
  await fixture.services.jobs.runDue();
  const folder = join(fixture.deps.config.dataDir, 'mail');
  removeStaleMailFiles(fixture.deps);
  expect(readdirSync(folder)).toHaveLength(2);
  fixture.deps.db.$client.exec("delete from outbox_messages where kind = 'notification'");
  removeStaleMailFiles(fixture.deps);
  expect(readdirSync(folder)).toEqual([expect.stringContaining('acknowledgement')]);
});
