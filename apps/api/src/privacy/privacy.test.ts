import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLeadScene } from '../../test/lead-scene.ts';
import { queryPlan } from '../../test/query-plan.ts';
import { send } from '../../test/test-app.ts';
import { listAudit } from '../audit-log/list.ts';
import { subscribers } from '../platform/db/schema/enquiries.ts';
import { consents, erasures } from '../platform/db/schema/privacy.ts';
import { dayMs } from '../platform/durations.ts';

const sender = { email: 'sender@example.org' };

test.each(['find', 'correct', 'erase'])('%s needs a session', async (what) => {
  const scene = createLeadScene();
  await scene.receive();
  expect((await send(scene.app, `/api/privacy/${what}`, { body: sender })).status).toBe(401);
  expect(scene.rows()).toHaveLength(1);
});

test('what is found is what is stored, under any spelling of the address', async () => {
  const scene = createLeadScene();
  const { reference } = await scene.receive({ phone: '98765 43210', consentNewsletter: true });
  const { body } = await scene.call('/api/privacy/find', { body: { email: 'SENDER@example.org' } });
  expect(body.data).toMatchObject({
    enquiries: [{ reference, companyName: 'Example Mills', message: 'We grow.', phone: '98765 43210' }],
    consents: [{ purpose: 'reply' }, { purpose: 'whatsapp' }, { purpose: 'newsletter', given: false, requested: true }],
    messages: [{ kind: 'acknowledgement' }, { kind: 'newsletter-confirmation' }],
    newsletter: { email: 'sender@example.org', confirmedAt: null },
  });
});

test('a correction reaches every enquiry, the search and the newsletter', async () => {
  const scene = createLeadScene();
  await scene.receive({ consentNewsletter: true });
  const change = { ...sender, newEmail: 'sender@mills.example', contactName: 'Sender One', phone: '098765 43210' };
  expect((await scene.call('/api/privacy/correct', { body: change })).status).toBe(200);
  expect(scene.rows()).toMatchObject([
    {
      emailKey: 'sender@mills.example',
      contactName: 'Sender One',
      phoneE164: '+919876543210',
      companyName: 'Example Mills',
    },
  ]);
  expect((await scene.call('/api/enquiries?q=one')).body.enquiries).toHaveLength(1);
  expect((await scene.call('/api/privacy/find', { body: sender })).body.data).toMatchObject({
    enquiries: [],
    newsletter: null,
  });
  expect((await scene.call('/api/privacy/correct', { body: change })).status).toBe(404);
});

test('erasing leaves no word of the person in the database, and a proof', async () => {
  const scene = createLeadScene();
  const { id } = await scene.receive({ companyName: 'Uniquewordmills', consentNewsletter: true });
  await scene.receive({ email: 'other@example.org' });
  await scene.call(`/api/enquiries/${id}/notes`, { body: { text: 'Uniquewordnote' } });
  await scene.services.jobs.runDue();
  const { body } = await scene.call('/api/privacy/erase', { body: sender });
  expect(body).toMatchObject({ success: true, enquiries: 1, messages: 3, subscribers: 1, kept: 0 });
  expect(scene.rows()).toMatchObject([{ email: 'other@example.org' }]);
  const bytes = scene.deps.db.$client.serialize().toString('latin1').toLowerCase();
  for (const word of ['uniquewordmills', 'uniquewordnote', 'sender@example.org']) expect(bytes).not.toContain(word);
  expect(readdirSync(join(scene.deps.config.dataDir, 'mail'))).toHaveLength(2);
  expect((await scene.call('/api/privacy/erasures')).body.erasures).toMatchObject([
    { reason: 'admin', by: 'Author', enquiries: 1, messages: 3, subscribers: 1 },
  ]);
  expect(scene.services.lists.counts().byStatus.new).toBe(1);
  expect((await scene.call('/api/enquiries?q=uniquewordmills')).body.enquiries).toEqual([]);
});

test('of somebody who is kept as a client only the enquiry of the client stays', async () => {
  const scene = createLeadScene();
  await scene.receive({ consentNewsletter: true });
  const client = await scene.receive({ consentNewsletter: true, message: 'Another matter.' });
  await scene.call(`/api/enquiries/${client.id}`, { method: 'PATCH', body: { retainForClient: true } });
  const { body } = await scene.call('/api/privacy/erase', { body: sender });
  expect(body).toMatchObject({ enquiries: 1, subscribers: 1, kept: 1 });
  expect(scene.rows()).toMatchObject([{ id: client.id }]);
  expect([...new Set(scene.mails().map(({ enquiryId }) => enquiryId))]).toEqual([client.id]);
  expect(
    scene.deps.db
      .select()
      .from(consents)
      .all()
      .map(({ enquiryId, purpose }) => [enquiryId, purpose]),
  ).toEqual([
    [client.id, 'reply'],
    [client.id, 'whatsapp'],
  ]);
});

test('who has left the newsletter is forgotten after a month', async () => {
  const scene = createLeadScene();
  await send(scene.app, '/api/newsletter', { body: sender });
  const token = scene.newsletterToken();
  await scene.postForm(`/api/newsletter/confirm?token=${token}`);
  scene.deps.clock.advance(40 * dayMs);
  await scene.postForm(`/api/newsletter/unsubscribe?token=${token}`);
  scene.sweep();
  expect(scene.deps.db.select().from(subscribers).all()).toHaveLength(1);
  scene.deps.clock.advance(31 * dayMs);
  scene.sweep();
  expect(scene.countHeld()).toEqual([0, 0, 0, 0, 0]);
});

test('the hourly look reads the indexes of what is due, not the whole tables', () => {
  const { deps } = createLeadScene();
  const planOf = (query: string) => queryPlan(deps, query);
  expect(
    planOf("select id from enquiries where retain_for_client = 0 and is_test = 1 and last_activity_at < '2026'"),
  ).toEqual(['SEARCH enquiries USING INDEX enquiries_tests (last_activity_at<?)']);
  expect(
    planOf(
      "select email_key from subscribers where confirmed_at is null and confirmation_requested_at < '2026' limit 200",
    ),
  ).toEqual(['SEARCH subscribers USING INDEX subscribers_unconfirmed (confirmation_requested_at<?)']);
  expect(
    planOf(
      "select email_key from subscribers where unsubscribed_at is not null and unsubscribed_at < '2026' and confirmation_requested_at < '2026' limit 200",
    ),
  ).toEqual(['SEARCH subscribers USING INDEX subscribers_left (unsubscribed_at>? AND unsubscribed_at<?)']);
  expect(
    planOf(
      "select seq from outbox_messages indexed by outbox_messages_strangers where enquiry_id is null and created_at < '2026' limit 200",
    ),
  ).toEqual([
    expect.stringMatching(
      /^SEARCH outbox_messages USING (COVERING )?INDEX outbox_messages_strangers \(created_at<\?\)$/,
    ),
  ]);
  expect(planOf("update consents set network = '' where network <> '' and at < '2026'")).toEqual([
    'SEARCH consents USING INDEX consents_network (at<?)',
  ]);
});

test('after the months of the retention enquiries go by themselves, those of clients stay', async () => {
  const scene = createLeadScene();
  const old = await scene.receive({ companyName: 'Old' });
  const client = await scene.receive({ companyName: 'Client', email: 'client@example.org' });
  await scene.call(`/api/enquiries/${client.id}`, { method: 'PATCH', body: { retainForClient: true } });
  scene.deps.clock.advance(300 * dayMs);
  const answered = await scene.receive({ companyName: 'Later', email: 'later@example.org' });
  scene.deps.clock.advance(59 * dayMs);
  scene.sweep();
  expect(scene.rows()).toHaveLength(3);
  scene.deps.clock.advance(7 * dayMs);
  expect(scene.sweep()).toBe(false);
  expect(scene.rows().map(({ id }) => id)).toEqual([client.id, answered.id]);
  expect(scene.deps.db.select().from(erasures).all()).toMatchObject([
    { reason: 'retention', enquiries: 1, emailHash: null },
  ]);
  const entries = listAudit(scene.deps.db, 100).filter(({ action }) => action === 'privacy.retention');
  expect(entries).toMatchObject([{ byId: null, subject: '1 enquiry, 2 messages' }]);
  expect(scene.mails().some(({ enquiryId }) => enquiryId === old.id)).toBe(false);
  scene.sweep();
  expect(scene.deps.db.select().from(erasures).all()).toHaveLength(1);
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
  const scene = createLeadScene();
  await scene.receive();
  await scene.token();
  const before = scene.footprint();
  const headers = { 'content-type': 'application/json' };
  expect((await scene.call('/api/privacy/correct', { body, headers })).status).toBe(status);
  expect(scene.footprint()).toEqual(before);
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
    const scene = createLeadScene();
    const { id } = await scene.receive();
    scene.deps.clock.advance(350 * dayMs);
    const { status } = await scene.call(`/api/enquiries/${id}${path}`, { method, body });
    expect(status).toBeLessThan(300);
    for (const days of [10, 10]) {
      scene.deps.clock.advance(days * dayMs);
      scene.sweep();
    }
    expect(scene.rows()).toHaveLength(retainForClient ? 1 : 0);
  },
);

test('tests go after a week, unconfirmed addresses and digests of networks after a month', async () => {
  const scene = createLeadScene();
  const { id } = await scene.receive({ consentNewsletter: true });
  await scene.submit(
    { companyName: 'T', email: 't@example.org' },
    { headers: { 'x-threadline-self-test': scene.deps.secrets.selfTestToken } },
  );
  scene.deps.clock.advance(8 * dayMs);
  scene.sweep();
  expect(scene.rows()).toMatchObject([{ id, network: expect.stringMatching(/./) }]);
  scene.deps.clock.advance(23 * dayMs);
  scene.sweep();
  expect(scene.rows()).toMatchObject([{ id, network: '' }]);
  expect(scene.deps.db.select().from(subscribers).all()).toEqual([]);
  expect(scene.mails().filter(({ enquiryId }) => enquiryId === null)).toEqual([]);
});
