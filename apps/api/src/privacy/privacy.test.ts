import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEnquiryFixture } from '../../test/enquiry-fixture.ts';
import { send } from '../../test/test-app.ts';
import { listAudit } from '../audit-log/list.ts';
import { subscribers } from '../platform/db/schema/enquiries.ts';
import { consents, erasures } from '../platform/db/schema/privacy.ts';
import { dayMs } from '../platform/durations.ts';

const sender = { email: 'sender@example.org' };

test.each(['find', 'correct', 'erase'])('%s needs a session', async (what) => {
  const fixture = createEnquiryFixture();
  await fixture.receive();
  expect((await send(fixture.app, `/api/privacy/${what}`, { body: sender })).status).toBe(401);
  expect(fixture.rows()).toHaveLength(1);
});

test('a search finds all stored data under any spelling of the address', async () => {
  const fixture = createEnquiryFixture();
  const { reference } = await fixture.receive({ phone: '98765 43210', consentNewsletter: true });
  const { body } = await fixture.call('/api/privacy/find', { body: { email: 'SENDER@example.org' } });
  expect(body.data).toMatchObject({
    enquiries: [{ reference, companyName: 'Example Mills', message: 'We grow.', phone: '98765 43210' }],
    consents: [{ purpose: 'reply' }, { purpose: 'whatsapp' }, { purpose: 'newsletter', given: false, requested: true }],
    messages: [{ kind: 'acknowledgement' }, { kind: 'newsletter-confirmation' }],
    newsletter: { email: 'sender@example.org', confirmedAt: null },
  });
});

test('a correction reaches every enquiry, the search and the newsletter', async () => {
  const fixture = createEnquiryFixture();
  await fixture.receive({ consentNewsletter: true });
  const change = { ...sender, newEmail: 'sender@mills.example', contactName: 'Sender One', phone: '098765 43210' };
  expect((await fixture.call('/api/privacy/correct', { body: change })).status).toBe(200);
  expect(fixture.rows()).toMatchObject([
    {
      emailKey: 'sender@mills.example',
      contactName: 'Sender One',
      phoneE164: '+919876543210',
      companyName: 'Example Mills',
    },
  ]);
  expect((await fixture.call('/api/enquiries?q=one')).body.enquiries).toHaveLength(1);
  expect((await fixture.call('/api/privacy/find', { body: sender })).body.data).toMatchObject({
    enquiries: [],
    newsletter: null,
  });
  expect((await fixture.call('/api/privacy/correct', { body: change })).status).toBe(404);
});

test('an erasure leaves no text of the person in the database, and keeps a record', async () => {
  const fixture = createEnquiryFixture();
  const { id } = await fixture.receive({ companyName: 'Uniquewordmills', consentNewsletter: true });
  await fixture.receive({ email: 'other@example.org' });
  await fixture.call(`/api/enquiries/${id}/notes`, { body: { text: 'Uniquewordnote' } });
  await fixture.services.jobs.runDue();
  const { body } = await fixture.call('/api/privacy/erase', { body: sender });
  expect(body).toMatchObject({ success: true, enquiries: 1, messages: 3, subscribers: 1, retained: 0 });
  expect(fixture.rows()).toMatchObject([{ email: 'other@example.org' }]);
  const bytes = fixture.deps.db.$client.serialize().toString('latin1').toLowerCase();
  for (const word of ['uniquewordmills', 'uniquewordnote', 'sender@example.org']) expect(bytes).not.toContain(word);
  expect(readdirSync(join(fixture.deps.config.dataDir, 'mail'))).toHaveLength(2);
  expect((await fixture.call('/api/privacy/erasures')).body.erasures).toMatchObject([
    { reason: 'admin', by: 'Author', enquiries: 1, messages: 3, subscribers: 1 },
  ]);
  expect(fixture.services.lists.counts().byStatus.new).toBe(1);
  expect((await fixture.call('/api/enquiries?q=uniquewordmills')).body.enquiries).toEqual([]);
});

test('an erasure keeps only the client enquiry of a person who is a client', async () => {
  const fixture = createEnquiryFixture();
  await fixture.receive({ consentNewsletter: true });
  const client = await fixture.receive({ consentNewsletter: true, message: 'Another matter.' });
  await fixture.call(`/api/enquiries/${client.id}`, { method: 'PATCH', body: { retainForClient: true } });
  const { body } = await fixture.call('/api/privacy/erase', { body: sender });
  expect(body).toMatchObject({ enquiries: 1, subscribers: 1, retained: 1 });
  expect(fixture.rows()).toMatchObject([{ id: client.id }]);
  expect([...new Set(fixture.mails().map(({ enquiryId }) => enquiryId))]).toEqual([client.id]);
  expect(
    fixture.deps.db
      .select()
      .from(consents)
      .all()
      .map(({ enquiryId, purpose }) => [enquiryId, purpose]),
  ).toEqual([
    [client.id, 'reply'],
    [client.id, 'whatsapp'],
  ]);
});

test('an ended newsletter subscription is deleted after a month', async () => {
  const fixture = createEnquiryFixture();
  await send(fixture.app, '/api/newsletter', { body: sender });
  const token = fixture.newsletterToken();
  await fixture.postForm(`/api/newsletter/confirm?token=${token}`);
  fixture.deps.clock.advance(40 * dayMs);
  await fixture.postForm(`/api/newsletter/unsubscribe?token=${token}`);
  fixture.sweep();
  expect(fixture.deps.db.select().from(subscribers).all()).toHaveLength(1);
  fixture.deps.clock.advance(31 * dayMs);
  fixture.sweep();
  expect(fixture.countRows()).toEqual([0, 0, 0, 0, 0]);
});

test('enquiries are deleted after the retention period, except those of clients', async () => {
  const fixture = createEnquiryFixture();
  const old = await fixture.receive({ companyName: 'Old' });
  const client = await fixture.receive({ companyName: 'Client', email: 'client@example.org' });
  await fixture.call(`/api/enquiries/${client.id}`, { method: 'PATCH', body: { retainForClient: true } });
  fixture.deps.clock.advance(300 * dayMs);
  const answered = await fixture.receive({ companyName: 'Later', email: 'later@example.org' });
  fixture.deps.clock.advance(59 * dayMs);
  fixture.sweep();
  expect(fixture.rows()).toHaveLength(3);
  fixture.deps.clock.advance(7 * dayMs);
  expect(fixture.sweep()).toBe(false);
  expect(fixture.rows().map(({ id }) => id)).toEqual([client.id, answered.id]);
  expect(fixture.deps.db.select().from(erasures).all()).toMatchObject([
    { reason: 'retention', enquiries: 1, emailHash: null },
  ]);
  const entries = listAudit(fixture.deps.db, 100).filter(({ action }) => action === 'privacy.retention');
  expect(entries).toMatchObject([{ byId: null, subject: '1 enquiry, 2 messages' }]);
  expect(fixture.mails().some(({ enquiryId }) => enquiryId === old.id)).toBe(false);
  fixture.sweep();
  expect(fixture.deps.db.select().from(erasures).all()).toHaveLength(1);
});

test.each([
  ['a further field', { ...sender, status: 'closed' }, 422],
  ['two addresses', { ...sender, newEmail: 'a@example.org\r\nBcc: b@example.org' }, 422],
  ['a long name', { ...sender, contactName: 'x'.repeat(121) }, 422],
  ['a name that is a list', { ...sender, companyName: ['Mills'] }, 422],
  ['a lone surrogate', `{"email":"${sender.email}","companyName":"\\ud800"}`, 422],
  ['a text as phone number', { ...sender, phone: 'call me' }, 422],
  ['a name of 1 MB', { ...sender, companyName: 'x'.repeat(1_000_000) }, 413],
] as const)('a correction with %s is refused and changes nothing', async (...[, body, status]) => {
  const fixture = createEnquiryFixture();
  await fixture.receive();
  await fixture.token();
  const before = fixture.footprint();
  const headers = { 'content-type': 'application/json' };
  expect((await fixture.call('/api/privacy/correct', { body, headers })).status).toBe(status);
  expect(fixture.footprint()).toEqual(before);
});

test.each([
  ['reading', 'PATCH', '', { status: 'read' }, false],
  ['closing', 'PATCH', '', { status: 'closed' }, false],
  ['handing it to nobody', 'PATCH', '', { assigneeId: null }, false],
  ['saying that it was answered', 'PATCH', '', { status: 'replied' }, true],
  ['a note', 'POST', '/notes', { text: 'Called.' }, true],
  ['ending the client’s file', 'PATCH', '', { retainForClient: false }, true],
] as const)(
  '%s in the last month: is the enquiry kept longer for it?',
  async (...[, method, path, body, retainForClient]) => {
    const fixture = createEnquiryFixture();
    const { id } = await fixture.receive();
    fixture.deps.clock.advance(350 * dayMs);
    const { status } = await fixture.call(`/api/enquiries/${id}${path}`, { method, body });
    expect(status).toBeLessThan(300);
    for (const days of [10, 10]) {
      fixture.deps.clock.advance(days * dayMs);
      fixture.sweep();
    }
    expect(fixture.rows()).toHaveLength(retainForClient ? 1 : 0);
  },
);

test('self-tests are deleted after a week, unconfirmed addresses and network digests after a month', async () => {
  const fixture = createEnquiryFixture();
  const { id } = await fixture.receive({ consentNewsletter: true });
  await fixture.submit(
    { companyName: 'T', email: 't@example.org' },
    { headers: { 'x-threadline-self-test': fixture.deps.secrets.selfTestToken } },
  );
  fixture.deps.clock.advance(8 * dayMs);
  fixture.sweep();
  expect(fixture.rows()).toMatchObject([{ id, network: expect.stringMatching(/./) }]);
  fixture.deps.clock.advance(23 * dayMs);
  fixture.sweep();
  expect(fixture.rows()).toMatchObject([{ id, network: '' }]);
  expect(fixture.deps.db.select().from(subscribers).all()).toEqual([]);
  expect(fixture.mails().filter(({ enquiryId }) => enquiryId === null)).toEqual([]);
});
