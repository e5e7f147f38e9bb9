import { expect, test } from 'vitest';
import { createEnquiryFixture, minimalEnquiry } from '../../../test/enquiry-fixture.ts';

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

test('what is freed from spam was received on its day, what is moved there was not', async () => {
  const { receive, move, today, deps, services } = createFixture();
  const real = await receive();
  const freed = await receive({ email: 'b@example.org', filledMs: 10 });
  expect(today()).toBe(1);
  await move(freed.id, 'new');
  await move(freed.id, 'read');
  expect(today()).toBe(2);
  for (const status of ['spam', 'spam', 'closed', 'spam']) await move(real.id, status);
  expect(today()).toBe(1);
  // On its own day, whenever that is said.
  deps.clock.advance(2 * 24 * 3_600_000);
  await move(real.id, 'closed');
  expect(
    services.lists
      .counts()
      .days.map(({ total }) => total)
      .slice(-3),
  ).toEqual([2, 0, 0]);
});

test('the enquiries received since the start are neither spam nor tests, and an erasure takes none back', async () => {
  const { receive, submit, call, everReceived, deps } = createFixture();
  await receive();
  await receive({ email: 'b@example.org' });
  await receive({ email: 'c@example.org', filledMs: 10 });
  await submit(minimalEnquiry, { headers: { 'x-threadline-self-test': deps.secrets.selfTestToken } });
  expect(await everReceived()).toBe(2);
  expect((await call('/api/privacy/erase', { body: { email: 'b@example.org' } })).status).toBe(200);
  expect(await everReceived()).toBe(2);
});

test('the CSV has as many rows as the folder counts: tests are none', async () => {
  const { receive, submit, exported, services, deps } = createFixture();
  await receive();
  await submit(minimalEnquiry, { headers: { 'x-threadline-self-test': deps.secrets.selfTestToken } });
  const { byStatus } = services.lists.counts();
  expect([await exported('?status=new'), await exported()].map(({ length }) => length)).toEqual([byStatus.new, 1]);
});

test('the times of the CSV are those of India, and the headings say so', async () => {
  const { receive, call, deps } = createFixture();
  deps.clock.advance(Date.parse('2026-11-23T20:00:00Z') - deps.now().getTime());
  await receive();
  const { text } = await call('/api/enquiries/export.csv');
  expect(text).toMatch(/"Received \(IST\)".*"Reply due \(IST\)","Answered \(IST\)"/);
  expect(text).toContain(',"2026-11-24 01:30",');
  expect(text).toContain(',"2026-11-26 01:30","",');
});

test('what is due by the end of a day has that day in the CSV', async () => {
  const { receive, call, deps } = createFixture();
  // Saturday: the hours begin with Monday, and are over with Tuesday.
  deps.clock.advance(Date.parse('2026-11-21T20:00:00Z') - deps.now().getTime());
  const { id } = await receive();
  expect((await call(`/api/enquiries/${id}`)).body.enquiry.dueAt).toBe('2026-11-24T18:30:00.000Z');
  expect((await call('/api/enquiries/export.csv')).text).toContain(',"2026-11-24 23:59","",');
});
