import { expect, onTestFinished, test } from 'vitest';
import { createEnquiryFixture } from '../../test/enquiry-fixture.ts';
import { startMailServer } from '../../test/mail-server.ts';
import { getEndOfRetention } from '../enquiries/retention.ts';
import { auditLog } from '../platform/db/schema/core.ts';
import { dayMs } from '../platform/durations.ts';

const monthMs = 30.5 * dayMs;

type Fixture = ReturnType<typeof createEnquiryFixture>;

/** As the person does it, by the link. */
async function withdraw(fixture: Fixture): Promise<void> {
  await fixture.postForm('/api/my-data', 'email=sender%40example.org');
  const { status } = await fixture.postForm(`/api/my-data/withdraw?token=${fixture.myDataToken()}`);
  expect(status).toBe(200);
}

const listStates = ({ mails }: Fixture) => mails().map(({ kind, state }) => `${kind} ${state}`);
const reply = (fixture: Fixture, id: string) =>
  fixture.call(`/api/enquiries/${id}/reply`, { body: { subject: 'Your enquiry', text: 'Hello.' } });
const readOne = async (fixture: Fixture, id: string) => (await fixture.call(`/api/enquiries/${id}`)).body.enquiry;

test('an enquiry shows when its sender withdrew, and is not due for a reply', async () => {
  const fixture = createEnquiryFixture();
  const { id, reference } = await fixture.receive();
  const other = await fixture.receive({ email: 'other@example.org' });
  expect(await readOne(fixture, id)).toMatchObject({ status: 'new', withdrawnAt: null });
  await withdraw(fixture);
  const withdrawnAt = fixture.deps.now().toISOString();
  expect(await readOne(fixture, id)).toMatchObject({ status: 'closed', answeredAt: null, withdrawnAt });
  expect(await readOne(fixture, other.id)).toMatchObject({ status: 'new', withdrawnAt: null });
  const closed = fixture.deps.db
    .select()
    .from(auditLog)
    .all()
    .filter(({ action }) => action === 'enquiry.closed');
  expect(closed).toMatchObject([{ byId: null, subject: reference }]);
  // A new enquiry is a new consent.
  expect((await readOne(fixture, (await fixture.receive({ message: 'Another matter.' })).id)).withdrawnAt).toBeNull();
});

test('pending messages to the sender are cancelled and cannot be sent again', async () => {
  const mailServer = await startMailServer();
  onTestFinished(mailServer.stop);
  const fixture = createEnquiryFixture({ SMTP_URL: mailServer.url, LEADS_TO: 'team@mills.test' });
  const { id } = await fixture.receive();
  await reply(fixture, id);
  await withdraw(fixture);
  expect(listStates(fixture)).toEqual([
    'notification pending',
    'acknowledgement dismissed',
    'reply dismissed',
    'my-data pending',
  ]);
  expect(await readOne(fixture, id)).toMatchObject({ status: 'closed', answeredAt: null });
  for (const { id } of fixture.mails()) await fixture.call(`/api/outbox/${id}/retry`, { method: 'POST' });
  await fixture.services.jobs.runDue();
  const subjects = (await mailServer.messages()).map(({ subject }) => subject);
  expect(subjects).toEqual([expect.stringMatching(/^New enquiry/), expect.stringMatching(/^Your details/)]);
});

test('a message is checked once more before it is sent, and cancelled if the consent has ended', async () => {
  const mailServer = await startMailServer();
  onTestFinished(mailServer.stop);
  const fixture = createEnquiryFixture({ SMTP_URL: mailServer.url });
  const { id } = await fixture.receive();
  await reply(fixture, id);
  fixture.deps.db.$client.exec("update enquiries set withdrawn_at = '2026-11-21T10:00:00.000Z'");
  await fixture.services.jobs.runDue();
  expect(listStates(fixture)).toEqual(['notification sent', 'acknowledgement dismissed', 'reply dismissed']);
  expect(fixture.mails().map(({ lastError }) => lastError)).toEqual([
    null,
    'Consent was withdrawn.',
    'Consent was withdrawn.',
  ]);
});

test('a reply after the withdrawal is refused, except for a client file', async () => {
  const fixture = createEnquiryFixture();
  const { id } = await fixture.receive();
  await withdraw(fixture);
  await fixture.token();
  const before = fixture.footprint();
  const refused = await reply(fixture, id);
  expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('withdrew consent on')]);
  expect(fixture.footprint()).toEqual(before);
  await fixture.call(`/api/enquiries/${id}`, { method: 'PATCH', body: { retainForClient: true } });
  expect((await reply(fixture, id)).status).toBe(201);
});

test('a client file is marked as withdrawn and stays open', async () => {
  const fixture = createEnquiryFixture();
  const { id } = await fixture.receive();
  await fixture.call(`/api/enquiries/${id}`, { method: 'PATCH', body: { retainForClient: true } });
  await withdraw(fixture);
  expect(await readOne(fixture, id)).toMatchObject({ status: 'new', withdrawnAt: fixture.deps.now().toISOString() });
  expect(listStates(fixture)).toContain('acknowledgement pending');
});

test('an enquiry rescued from spam after the withdrawal causes no message', async () => {
  const fixture = createEnquiryFixture();
  const { id } = await fixture.receive({ filledMs: 10, consentNewsletter: true });
  await withdraw(fixture);
  await fixture.call(`/api/enquiries/${id}`, { method: 'PATCH', body: { status: 'new' } });
  expect(listStates(fixture)).toEqual(['my-data pending']);
});

test.each([
  [24, 12],
  [6, 6],
])(
  'where others are kept for %i months, one without consent goes after %i, whatever is noted',
  async (months, goes) => {
    const fixture = createEnquiryFixture();
    await fixture.call('/api/content/mail/retention', { method: 'PUT', body: { value: { months } } });
    const begin = fixture.deps.now();
    const { id } = await fixture.receive();
    const other = await fixture.receive({ email: 'other@example.org' });
    fixture.deps.clock.advance(3 * monthMs);
    await withdraw(fixture);
    await fixture.call(`/api/enquiries/${id}/notes`, { body: { text: 'Wants nothing any more.' } });
    const end = getEndOfRetention(begin.toISOString(), goes);
    expect((await readOne(fixture, id)).retainedUntil).toBe(end.toISOString());
    const looksAt = end.getTime() + 60_000;
    fixture.deps.clock.advance(looksAt - 10 * dayMs - fixture.deps.now().getTime());
    for (let day = 0; day < 10; day++) {
      expect(fixture.rows()).toHaveLength(2);
      fixture.sweep();
      fixture.deps.clock.advance(dayMs);
    }
    const { firstAt } = (await fixture.call('/api/privacy/erasures')).body.scheduled;
    expect(firstAt).toBe(new Date(looksAt).toISOString());
    fixture.sweep();
    expect(fixture.rows().map(({ id }) => id)).toEqual(goes === months ? [] : [other.id]);
  },
);
