import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLeadScene } from '../../test/lead-scene.ts';
import { send } from '../../test/test-app.ts';
import { listAudit } from '../audit/service.ts';
import { contactRequests, mails, subscribers } from '../db/enquiry-schema.ts';
import { consents, dataLinks, erasures } from '../db/privacy-schema.ts';

const dayMs = 86_400_000;
const sender = { email: 'sender@example.org' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

type Scene = ReturnType<typeof createLeadScene>;

const post = (scene: Scene, path: string, body = '') => send(scene.app, path, { body, headers: form });
const traces = ({ deps }: Scene) =>
  [contactRequests, mails, subscribers, consents, dataLinks].map((table) => deps.db.select().from(table).all().length);

const linkToken = ({ myDataToken }: Scene) => myDataToken();

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
    consents: [{ purpose: 'reply' }, { purpose: 'whatsapp' }, { purpose: 'newsletter', given: true }],
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
  await scene.services.worker.sendDue();
  const { body } = await scene.call('/api/privacy/erase', { body: sender });
  expect(body).toMatchObject({ success: true, enquiries: 1, mails: 3, subscribers: 1, kept: 0 });
  expect(scene.rows()).toMatchObject([{ email: 'other@example.org' }]);
  const bytes = scene.deps.db.$client.serialize().toString('latin1').toLowerCase();
  for (const word of ['uniquewordmills', 'uniquewordnote', 'sender@example.org']) expect(bytes).not.toContain(word);
  expect(readdirSync(join(scene.deps.config.dataDir, 'mail'))).toHaveLength(2);
  expect((await scene.call('/api/privacy/erasures')).body.erasures).toMatchObject([
    { reason: 'admin', by: 'Author', enquiries: 1, mails: 3, subscribers: 1 },
  ]);
  expect(scene.services.lists.counts().byStatus.new).toBe(1);
  expect((await scene.call('/api/enquiries?q=uniquewordmills')).body.enquiries).toEqual([]);
});

test('of somebody who is kept as a client only the enquiry of the client stays', async () => {
  const scene = createLeadScene();
  await scene.receive({ consentNewsletter: true });
  const client = await scene.receive({ consentNewsletter: true, message: 'Another matter.' });
  await scene.call(`/api/enquiries/${client.id}`, { method: 'PATCH', body: { isKept: true } });
  const { body } = await scene.call('/api/privacy/erase', { body: sender });
  expect(body).toMatchObject({ enquiries: 1, subscribers: 1, kept: 1 });
  expect(scene.rows()).toMatchObject([{ id: client.id }]);
  expect([...new Set(scene.mails().map(({ requestId }) => requestId))]).toEqual([client.id]);
  expect(
    scene.deps.db
      .select()
      .from(consents)
      .all()
      .map(({ requestId, purpose }) => [requestId, purpose]),
  ).toEqual([
    [client.id, 'reply'],
    [client.id, 'whatsapp'],
  ]);
});

test('who has left the newsletter is forgotten after a month', async () => {
  const scene = createLeadScene();
  await send(scene.app, '/api/newsletter', { body: sender });
  const token = scene.newsletterToken();
  await post(scene, `/api/newsletter/confirm?token=${token}`);
  scene.deps.clock.advance(40 * dayMs);
  await post(scene, `/api/newsletter/unsubscribe?token=${token}`);
  scene.services.eraser.sweep();
  expect(scene.deps.db.select().from(subscribers).all()).toHaveLength(1);
  scene.deps.clock.advance(31 * dayMs);
  scene.services.eraser.sweep();
  expect(traces(scene)).toEqual([0, 0, 0, 0, 0]);
});

test('the hourly look reads the indexes of what is due, not the whole tables', () => {
  const { deps } = createLeadScene();
  const planOf = (query: string) =>
    deps.db.$client
      .prepare<[], { detail: string }>(`explain query plan ${query}`)
      .all()
      .map(({ detail }) => detail);
  expect(planOf("select id from contact_requests where is_kept = 0 and is_test = 1 and touched_at < '2026'")).toEqual([
    'SEARCH contact_requests USING INDEX contact_requests_tests (touched_at<?)',
  ]);
  expect(planOf("update consents set network = '' where network <> '' and at < '2026'")).toEqual([
    'SEARCH consents USING INDEX consents_network (at<?)',
  ]);
});

test('after the months of the retention enquiries go by themselves, those of clients stay', async () => {
  const scene = createLeadScene();
  const old = await scene.receive({ companyName: 'Old' });
  const client = await scene.receive({ companyName: 'Client', email: 'client@example.org' });
  await scene.call(`/api/enquiries/${client.id}`, { method: 'PATCH', body: { isKept: true } });
  scene.deps.clock.advance(300 * dayMs);
  const answered = await scene.receive({ companyName: 'Later', email: 'later@example.org' });
  scene.deps.clock.advance(59 * dayMs);
  scene.services.eraser.sweep();
  expect(scene.rows()).toHaveLength(3);
  scene.deps.clock.advance(7 * dayMs);
  expect(scene.services.eraser.sweep()).toBe(false);
  expect(scene.rows().map(({ id }) => id)).toEqual([client.id, answered.id]);
  expect(scene.deps.db.select().from(erasures).all()).toMatchObject([
    { reason: 'retention', enquiries: 1, emailHash: null },
  ]);
  const entries = listAudit(scene.deps.db, 100).filter(({ action }) => action === 'privacy.retention');
  expect(entries).toMatchObject([{ byId: null, subject: '1 enquiry, 2 messages, 0 newsletter entries' }]);
  expect(scene.mails().some(({ requestId }) => requestId === old.id)).toBe(false);
  scene.services.eraser.sweep();
  expect(scene.deps.db.select().from(erasures).all()).toHaveLength(1);
});

test.each([
  ['reading', 'PATCH', '', { status: 'read' }, false],
  ['closing', 'PATCH', '', { status: 'closed' }, false],
  ['handing it to nobody', 'PATCH', '', { assigneeId: null }, false],
  ['saying that it was answered', 'PATCH', '', { status: 'replied' }, true],
  ['a note', 'POST', '/notes', { text: 'Called.' }, true],
  ['ending the client’s file', 'PATCH', '', { isKept: false }, true],
] as const)('%s in the last month: is the enquiry kept longer for it?', async (...[, method, path, body, isKept]) => {
  const scene = createLeadScene();
  const { id } = await scene.receive();
  scene.deps.clock.advance(350 * dayMs);
  const { status } = await scene.call(`/api/enquiries/${id}${path}`, { method, body });
  expect(status).toBeLessThan(300);
  for (const days of [10, 10]) {
    scene.deps.clock.advance(days * dayMs);
    scene.services.eraser.sweep();
  }
  expect(scene.rows()).toHaveLength(isKept ? 1 : 0);
});

test('tests go after a week, unconfirmed addresses and digests of networks after a month', async () => {
  const scene = createLeadScene();
  const { id } = await scene.receive({ consentNewsletter: true });
  await scene.submit(
    { companyName: 'T', email: 't@example.org' },
    { headers: { 'x-threadline-self-test': scene.deps.secrets.selfTestToken } },
  );
  scene.deps.clock.advance(8 * dayMs);
  scene.services.eraser.sweep();
  expect(scene.rows()).toMatchObject([{ id, network: expect.stringMatching(/./) }]);
  scene.deps.clock.advance(23 * dayMs);
  scene.services.eraser.sweep();
  expect(scene.rows()).toMatchObject([{ id, network: '' }]);
  expect(scene.deps.db.select().from(subscribers).all()).toEqual([]);
  expect(scene.mails().filter(({ requestId }) => requestId === null)).toEqual([]);
});

test('a link to the own details comes by mail; the reply does not tell whether there are any', async () => {
  const scene = createLeadScene();
  await scene.receive();
  const known = await post(scene, '/api/my-data', 'email=sender%40example.org');
  const unknown = await post(scene, '/api/my-data', 'email=nobody%40example.org');
  expect([known.status, known.text]).toEqual([200, unknown.text]);
  expect(scene.mails().filter(({ kind }) => kind === 'my-data')).toHaveLength(1);
  const view = await send(scene.app, `/api/my-data/view?token=${linkToken(scene)}`);
  expect(view.status).toBe(200);
  expect(view.text).toContain('Example Mills');
  expect(view.text).toContain('<meta name="referrer" content="no-referrer" />');
  expect(view.headers.get('cache-control')).toBe('no-store');
  const file = await post(scene, `/api/my-data/download?token=${linkToken(scene)}`);
  expect(file.body.enquiries).toMatchObject([{ message: 'We grow.' }]);
});

test('with the link people correct one enquiry; the others stay', async () => {
  const scene = createLeadScene();
  const first = await scene.receive({ contactName: 'Sender', phone: '98765 43210' });
  const second = await scene.receive({ companyName: 'Second Mills', message: 'Another matter.' });
  await post(scene, '/api/my-data', 'email=sender%40example.org');
  const query = `?token=${linkToken(scene)}`;
  const change = `reference=${first.reference}&companyName=Better+Mills&contactName=Sender&phone=`;
  const reply = await post(scene, `/api/my-data/correct${query}`, change);
  expect([reply.status, reply.text.includes('Your details are corrected.')]).toEqual([200, true]);
  expect(scene.rows()).toMatchObject([
    { companyName: 'Better Mills', contactName: 'Sender', phone: '', phoneE164: '' },
    { companyName: 'Second Mills' },
  ]);
  const other = await scene.receive({ email: 'other@example.org' });
  const before = scene.footprint();
  for (const [path, body, status] of [
    ['?token=x', change, 404],
    [query, `reference=${other.reference}&companyName=Mine`, 404],
    [query, `reference=${second.reference}&email=other%40example.org`, 422],
  ] as const)
    expect((await post(scene, `/api/my-data/correct${path}`, body)).status).toBe(status);
  expect(scene.footprint()).toEqual(before);
  const view = await send(scene.app, `/api/my-data/view${query}`);
  for (const words of [
    '<dt>Company</dt><dd>Better Mills</dd>',
    'Answer by WhatsApp: not given',
    '<summary>Delete everything',
  ])
    expect(view.text).toContain(words);
});

test('with the link consent is withdrawn and everything deleted, and then it works no more', async () => {
  const scene = createLeadScene();
  await scene.receive({ consentNewsletter: true, consentWhatsapp: true });
  await post(scene, '/api/my-data', 'email=sender%40example.org');
  const query = `?token=${linkToken(scene)}`;
  expect((await post(scene, `/api/my-data/withdraw${query}`)).text).toContain('Your consent is withdrawn.');
  const receipts = scene.deps.db.select().from(consents).all();
  expect(receipts.filter(({ given }) => given).every(({ withdrawnAt }) => withdrawnAt !== null)).toBe(true);
  expect(scene.deps.db.select().from(subscribers).get()?.unsubscribedAt).not.toBeNull();
  expect((await post(scene, `/api/my-data/erase${query}`)).status).toBe(200);
  expect(traces(scene)).toEqual([0, 0, 0, 0, 0]);
  expect((await send(scene.app, `/api/my-data/view${query}`)).status).toBe(404);
});

test('a link works for an hour, at most three are sent in one, and a guess opens nothing', async () => {
  const scene = createLeadScene();
  await scene.receive();
  for (let round = 0; round < 5; round++) await post(scene, '/api/my-data', 'email=sender%40example.org');
  expect(scene.mails().filter(({ kind }) => kind === 'my-data')).toHaveLength(3);
  expect((await post(scene, '/api/my-data', 'email=sender%40example.org')).status).toBe(429);
  const token = linkToken(scene);
  for (const guess of ['', 'x', "' or 1=1", 'a'.repeat(4000)])
    expect((await send(scene.app, `/api/my-data/view?token=${encodeURIComponent(guess)}`)).status).toBe(404);
  scene.deps.clock.advance(3_600_001);
  expect((await send(scene.app, `/api/my-data/view?token=${token}`)).status).toBe(404);
  for (const path of ['download', 'erase'])
    expect((await post(scene, `/api/my-data/${path}?token=${token}`)).status).toBe(404);
  expect(scene.rows()).toHaveLength(1);
});

test('what was typed is text on the page of the own details', async () => {
  const scene = createLeadScene();
  await scene.receive({ companyName: '<script>alert(1)</script>' });
  await post(scene, '/api/my-data', 'email=sender%40example.org');
  const { text } = await send(scene.app, `/api/my-data/view?token=${linkToken(scene)}`);
  expect(text).toContain('&lt;script&gt;');
  expect(text).not.toContain('<script>');
});

test('the newsletter list and its CSV are for the team; only members are in the CSV', async () => {
  const scene = createLeadScene();
  for (const email of ['a@example.org', 'b@example.org']) await post(scene, '/api/newsletter', `email=${email}`);
  const [first] = scene.deps.db.select().from(subscribers).all();
  await post(scene, `/api/newsletter/confirm?token=${scene.newsletterToken()}`);
  for (const path of ['', '/export.csv']) expect((await send(scene.app, `/api/subscribers${path}`)).status).toBe(401);
  expect((await scene.call('/api/subscribers')).body.subscribers).toHaveLength(2);
  const { text } = await scene.call('/api/subscribers/export.csv');
  expect(text).toContain(`"${first?.email}"`);
  expect(text).toContain(`unsubscribe?token=${scene.newsletterToken()}"`);
  expect(text.split('\r\n')).toHaveLength(3);
});

test('the newsletter list comes in pages, each address once, also those of one moment; the CSV has all members', async () => {
  const scene = createLeadScene();
  const at = '2026-11-20T10:00:00.000Z';
  const people = Array.from({ length: 230 }, (_, n) => ({
    emailKey: `p${n}@example.org`,
    email: `p${n}@example.org`,
    createdAt: at,
    confirmedAt: n % 2 === 0 ? at : null,
    unsubscribedAt: null,
    linkId: `l${n}`,
    tokenHash: `t${n}`,
    askedAt: at,
  }));
  scene.deps.db.insert(subscribers).values(people).run();
  const seen: string[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const { body } = await scene.call(`/api/subscribers${next && `?cursor=${next}`}`);
    expect(body.counts).toEqual({ total: 230, members: 115 });
    seen.push(...body.subscribers.map(({ email }: { email: string }) => email));
    next = body.next;
  }
  expect([seen.length, new Set(seen).size]).toEqual([230, 230]);
  expect((await scene.call('/api/subscribers/export.csv')).text.trimEnd().split('\r\n')).toHaveLength(116);
  expect((await scene.call('/api/subscribers?cursor=nonsense')).status).toBe(400);
});
