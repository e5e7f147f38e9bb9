import { expect, test } from 'vitest';
import { createEnquiryFixture, minimalEnquiry } from '../../../test/enquiry-fixture.ts';
import { enquiries } from '../../platform/db/schema/enquiries.ts';

function createFixture() {
  const fixture = createEnquiryFixture();
  const { call, services } = fixture;
  return {
    ...fixture,
    move: (id: string, status: string) => call(`/api/enquiries/${id}`, { method: 'PATCH', body: { status } }),
    today: () => services.lists.counts().days.at(-1)?.total,
    everReceived: async () => (await call('/api/dashboard')).body.enquiries,
    exported: async (query = '') => (await call(`/api/enquiries/export.csv${query}`)).text.split('\r\n').slice(1, -1),
  };
}

test('an enquiry that leaves the spam folder counts on the day it arrived, one that is moved there does not count', async () => {
  const { receive, move, today, deps, services } = createFixture();
  const real = await receive();
  const freed = await receive({ email: 'b@example.org', filledMs: 10 });
  expect(today()).toBe(1);
  await move(freed.id, 'new');
  await move(freed.id, 'read');
  expect(today()).toBe(2);
  for (const status of ['spam', 'spam', 'closed', 'spam']) await move(real.id, status);
  expect(today()).toBe(1);
  // It counts on the day it arrived, whenever it is moved.
  deps.clock.advance(2 * 24 * 3_600_000);
  await move(real.id, 'closed');
  expect(
    services.lists
      .counts()
      .days.map(({ total }) => total)
      .slice(-3),
  ).toEqual([2, 0, 0]);
});

test('the number of enquiries received excludes spam and tests, and an erasure does not reduce it', async () => {
  const { receive, submit, call, everReceived, deps } = createFixture();
  await receive();
  await receive({ email: 'b@example.org' });
  await receive({ email: 'c@example.org', filledMs: 10 });
  await submit(minimalEnquiry, { headers: { 'x-threadline-self-test': deps.secrets.selfTestToken } });
  expect(await everReceived()).toBe(2);
  expect((await call('/api/privacy/erase', { body: { email: 'b@example.org' } })).status).toBe(200);
  expect(await everReceived()).toBe(2);
});

test('the CSV has as many rows as the folder counts, without tests', async () => {
  const { receive, submit, exported, services, deps } = createFixture();
  await receive();
  await submit(minimalEnquiry, { headers: { 'x-threadline-self-test': deps.secrets.selfTestToken } });
  const { byStatus } = services.lists.counts();
  expect([await exported('?status=new'), await exported()].map(({ length }) => length)).toEqual([byStatus.new, 1]);
});

test('the times in the CSV are in India time, as the headings state', async () => {
  const { receive, call, deps } = createFixture();
  deps.clock.advance(Date.parse('2026-11-23T20:00:00Z') - deps.now().getTime());
  await receive();
  const { text } = await call('/api/enquiries/export.csv');
  expect(text).toMatch(/"Received \(IST\)".*"Reply due \(IST\)","Answered \(IST\)"/);
  expect(text).toContain(',"2026-11-24 01:30",');
  expect(text).toContain(',"2026-11-25 18:30","",');
});

test('a due date at the end of a day is that day in the CSV', async () => {
  const { receive, call, deps } = createFixture();
  await receive();
  deps.db.update(enquiries).set({ dueAt: '2026-11-24T18:30:00.000Z' }).run();
  expect((await call('/api/enquiries/export.csv')).text).toContain(',"2026-11-24 23:59","",');
});
