import { expect, test } from 'vitest';
import { createEnquiryFixture, minimalEnquiry } from '../../../test/enquiry-fixture.ts';
import { send } from '../../../test/test-app.ts';
import { auditLog } from '../../platform/db/schema/core.ts';
import { enquiries } from '../../platform/db/schema/enquiries.ts';

test.each([
  ['GET', '/api/enquiries'],
  ['GET', '/api/enquiries/counts'],
  ['GET', '/api/enquiries/export.csv'],
  ['GET', '/api/enquiries/x'],
  ['PATCH', '/api/enquiries/x'],
  ['POST', '/api/enquiries/x/notes'],
  ['POST', '/api/enquiries/x/reply'],
  ['GET', '/api/outbox'],
  ['POST', '/api/outbox/x/retry'],
])('%s %s needs a session [C8]', async (method, path) => {
  const { app, receive } = createEnquiryFixture();
  await receive();
  const { status, text } = await send(app, path, { method });
  expect(status).toBe(401);
  expect(text).not.toContain('Sender');
});

test('the list shows the newest first, by folder', async () => {
  const fixture = createEnquiryFixture();
  for (const companyName of ['One', 'Two', 'Three']) await fixture.receive({ companyName });
  await fixture.receive({ companyName: 'Pills', website: 'x' });
  const two = fixture.rows().find(({ companyName }) => companyName === 'Two');
  await fixture.call(`/api/enquiries/${two?.id}`, { method: 'PATCH', body: { status: 'closed' } });
  expect(await fixture.list()).toMatchObject({ companies: ['Pills', 'Three', 'Two', 'One'], next: null });
  expect((await fixture.list('?status=new')).companies).toEqual(['Three', 'One']);
  expect((await fixture.list('?status=closed')).companies).toEqual(['Two']);
  expect((await fixture.list('?status=spam')).companies).toEqual(['Pills']);
  expect((await fixture.call('/api/enquiries/counts')).body.counts.byStatus).toEqual({
    new: 2,
    read: 0,
    replied: 0,
    closed: 1,
    spam: 1,
  });
});

test('a long list is read page by page without gaps or duplicates while new enquiries arrive', async () => {
  const fixture = createEnquiryFixture();
  for (let n = 0; n < 120; n++) await fixture.receive({ companyName: `C${n}`, email: `c${n}@example.org` });
  const seen: string[] = [];
  let cursor = '';
  do {
    const { companies, next } = await fixture.list(`?status=new${cursor}`);
    seen.push(...companies);
    await fixture.receive({ companyName: 'Late', email: `late${seen.length}@example.org` });
    cursor = next ? `&cursor=${encodeURIComponent(next)}` : '';
  } while (cursor);
  expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => `C${119 - n}`));
});

test('overdue enquiries are listed by due date, and counted', async () => {
  const fixture = createEnquiryFixture();
  for (const companyName of ['First', 'Second']) {
    await fixture.receive({ companyName });
    fixture.deps.clock.advance(3_600_000);
  }
  expect((await fixture.list('?overdue=1')).companies).toEqual([]);
  fixture.deps.clock.advance(80 * 3_600_000);
  await fixture.receive({ companyName: 'Third' });
  expect((await fixture.list('?overdue=1')).companies).toEqual(['First', 'Second']);
  expect((await fixture.list('?overdue=1&q=second')).companies).toEqual(['Second']);
  expect(fixture.services.lists.counts().overdue).toBe(2);
  const first = fixture.rows().find(({ companyName }) => companyName === 'First');
  await fixture.call(`/api/enquiries/${first?.id}`, { method: 'PATCH', body: { status: 'replied' } });
  expect(fixture.services.lists.counts().overdue).toBe(1);
});

test('new and read enquiries are unanswered: they are listed by due date, and counted with the overdue and due-soon ones', async () => {
  const fixture = createEnquiryFixture();
  const counts = () => {
    const { unanswered, overdue, dueSoon, dueSoonUntil } = fixture.services.lists.counts();
    // The rows are coloured by this time, the badge by the number.
    expect(fixture.rows().filter((row) => !row.isTest && isDueSoon(row, dueSoonUntil))).toHaveLength(dueSoon);
    return { unanswered, overdue, dueSoon };
  };
  const isDueSoon = ({ status, dueAt }: { status: string; dueAt: string }, dueSoonUntil: string) =>
    (status === 'new' || status === 'read') && dueAt >= fixture.deps.now().toISOString() && dueAt <= dueSoonUntil;
  const move = (id: string, status: string) =>
    fixture.call(`/api/enquiries/${id}`, { method: 'PATCH', body: { status } });
  // A Monday: 48 hours of working days end on Wednesday.
  fixture.deps.clock.advance(Date.parse('2026-11-23T05:00:00Z') - fixture.deps.now().getTime());
  const first = await fixture.receive({ companyName: 'First' });
  await move(first.id, 'read');
  await fixture.receive({ companyName: 'Second' });
  await fixture.receive({ companyName: 'Spam', filledMs: 10 });
  await move((await fixture.receive({ companyName: 'Closed' })).id, 'closed');
  await fixture.submit(minimalEnquiry, { headers: { 'x-threadline-self-test': fixture.deps.secrets.selfTestToken } });
  expect((await fixture.list('?unanswered=1')).companies).toEqual(['First', 'Second']);
  expect((await fixture.list('?unanswered=1&q=second')).companies).toEqual(['Second']);
  expect(counts()).toEqual({ unanswered: 2, overdue: 0, dueSoon: 0 });
  fixture.deps.clock.advance(37 * 3_600_000);
  await fixture.receive({ companyName: 'Third' });
  expect(counts()).toEqual({ unanswered: 3, overdue: 0, dueSoon: 2 });
  fixture.deps.clock.advance(12 * 3_600_000);
  expect(counts()).toEqual({ unanswered: 3, overdue: 2, dueSoon: 0 });
  await move(first.id, 'replied');
  expect(counts()).toEqual({ unanswered: 2, overdue: 1, dueSoon: 0 });
});

test('test enquiries and reopened answered ones are not overdue', async () => {
  const fixture = createEnquiryFixture();
  const headers = { 'x-threadline-self-test': fixture.deps.secrets.selfTestToken };
  await fixture.submit(minimalEnquiry, { headers });
  const { id } = await fixture.receive({ companyName: 'Answered' });
  for (const status of ['replied', 'read'])
    await fixture.call(`/api/enquiries/${id}`, { method: 'PATCH', body: { status } });
  await fixture.receive({ companyName: 'Waiting' });
  fixture.deps.clock.advance(80 * 3_600_000);
  expect((await fixture.list('?overdue=1')).companies).toEqual(['Waiting']);
  expect(fixture.services.lists.counts().overdue).toBe(1);
});

test('a mark as replied is undone: the reply is due again', async () => {
  const { call, receive, services } = createEnquiryFixture();
  const { id } = await receive();
  const change = async (body: object) => (await call(`/api/enquiries/${id}`, { method: 'PATCH', body })).status;
  await change({ status: 'replied' });
  expect(services.lists.counts()).toMatchObject({ unanswered: 0 });
  expect(await change({ answered: false })).toBe(422);
  await change({ status: 'read', answered: false });
  expect(services.lists.counts()).toMatchObject({ unanswered: 1 });
});

test('note, assignee and reply of an enquiry are each in the audit log', async () => {
  const fixture = createEnquiryFixture({ SMTP_URL: 'smtp://127.0.0.1:9' });
  const { id, reference } = await fixture.receive();
  const path = `/api/enquiries/${id}`;
  const user = await fixture.addUser('Sender');
  await fixture.call(path, { method: 'PATCH', body: { status: 'read' } });
  await fixture.call(path, { method: 'PATCH', body: { assigneeId: user._id } });
  await fixture.call(`${path}/notes`, { body: { text: 'Called, no answer.' } });
  fixture.deps.clock.advance(3_600_000);
  const { status, body } = await fixture.call(`${path}/reply`, {
    body: { subject: `Your enquiry ${reference}`, text: 'Namaste' },
  });
  expect(status).toBe(201);
  expect(body.enquiry).toMatchObject({
    status: 'replied',
    assigneeId: user._id,
    answeredAt: null,
    replyPending: true,
    notes: [{ text: 'Called, no answer.', by: 'Author' }],
    consents: [
      { purpose: 'reply', given: false, noticeVersion: null, noticeText: null },
      { purpose: 'whatsapp', given: false },
      { purpose: 'newsletter', given: false },
    ],
    messages: [{ kind: 'notification' }, { kind: 'acknowledgement' }, { kind: 'reply', to: 'sender@example.org' }],
  });
  expect((await fixture.call('/api/enquiries?assignee=none')).body.enquiries).toEqual([]);
  expect((await fixture.list(`?assignee=${user._id}`)).companies).toEqual(['Example Mills']);
  const log = fixture.deps.db
    .select()
    .from(auditLog)
    .all()
    .filter(({ subject }) => subject === reference);
  expect(log.map(({ action }) => action)).toEqual([
    'intake.received',
    'access.opened',
    'enquiry.assigned',
    'enquiry.noted',
    'enquiry.replied',
  ]);
});

test.each([
  ['an unknown status', { status: 'done' }],
  ['an unknown user', { assigneeId: 'nobody' }],
  ['nothing', {}],
  ['a further field', { status: 'new', reference: 'ENQ-1' }],
])('a change to %s is rejected and changes nothing', async (_, body) => {
  const fixture = createEnquiryFixture();
  const { id } = await fixture.receive();
  await fixture.call('/api/enquiries/counts');
  const before = fixture.footprint();
  expect((await fixture.call(`/api/enquiries/${id}`, { method: 'PATCH', body })).status).toBe(422);
  expect(fixture.footprint()).toEqual(before);
});

test.each([
  '?status=old',
  '?cursor=1',
  '?cursor=2026-11-21T10:00:00.000Z_1%27',
  '?sort=email',
  `?q=${'x'.repeat(201)}`,
])('the query %s is rejected [M11]', async (query) => {
  expect([400, 422]).toContain((await createEnquiryFixture().list(query)).status);
});

test('a missing enquiry is 404', async () => {
  const { call } = createEnquiryFixture();
  for (const id of ['x', "'", 'a'.repeat(300)]) expect((await call(`/api/enquiries/${id}`)).status).toBe(404);
});

test('the CSV is opened as text: formulas are escaped, quotes doubled, line breaks kept [C3]', async () => {
  const fixture = createEnquiryFixture();
  const bad = {
    companyName: '=cmd|calc',
    contactName: '+1+1',
    industry: '-2+3',
    message: ' \t@SUM(A1)\r\n"quoted", ₹',
  };
  await fixture.receive({ ...bad, phone: '+91 98765 43210' });
  const { status, text, headers } = await fixture.call('/api/enquiries/export.csv?status=new');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="enquiries-new-2026-11-21\.csv"$/);
  for (const cell of [`"'=cmd|calc"`, `"'+1+1"`, `"'-2+3"`, `"' \t@SUM(A1)\r\n""quoted"", ₹"`])
    expect(text).toContain(cell);
  expect(
    text
      .slice(1)
      .split(/,(?=")|\r\n(?=")/)
      .every((cell) => !/^"[=+\-@]/.test(cell) || cell === '"+919876543210"'),
  ).toBe(true);
  const log = fixture.deps.db.select().from(auditLog).all().at(-1);
  expect(log).toMatchObject({ action: 'enquiries.exported', byName: 'Author', subject: 'status new' });
});

test('the CSV contains the assignee and the notes, escaped in the same way', async () => {
  const fixture = createEnquiryFixture();
  const { id } = await fixture.receive();
  const user = await fixture.addUser('Sender');
  const patched = await fixture.call(`/api/enquiries/${id}`, { method: 'PATCH', body: { assigneeId: user._id } });
  expect(patched.status).toBe(200);
  await fixture.call(`/api/enquiries/${id}/notes`, { body: { text: '=1+1 "twice"' } });
  await fixture.call(`/api/enquiries/${id}/notes`, { body: { text: 'Called back' } });
  const { text } = await fixture.call('/api/enquiries/export.csv');
  expect(text).toContain('"Assigned to","Notes"\r\n');
  expect(text).toMatch(
    /"Sender","2026-11-21 [\d:]{5} IST Author: =1\+1 ""twice""\n2026-11-21 [\d:]{5} IST Author: Called back"\r\n$/,
  );
});

test.each([
  ['', 'all'],
  ['?section=hero&assignee=none', 'assignee none, section hero'],
  ['?q=secret&overdue=1', 'overdue 1, search text'],
])('the audit log records which enquiries were exported: %s', async (query, subject) => {
  const fixture = createEnquiryFixture();
  await fixture.call(`/api/enquiries/export.csv${query}`);
  expect(fixture.deps.db.select().from(auditLog).all().at(-1)).toMatchObject({ action: 'enquiries.exported', subject });
});

test.each([
  ['an invisible character before a formula', '\u0000=1+1', `"'=1+1"`],
  ['a formula in full-width characters', '＝HYPERLINK(1)', `"'＝HYPERLINK(1)"`],
  ['a formula that starts like a phone number', '+91 98765-43210', `"'+91 98765-43210"`],
  ['a phone number', '+91 98765 43210', '"+91 98765 43210"'],
  ['a negative number', '-12.5', '"-12.5"'],
  ['characters that reverse the text direction', '\u202egnp.exe\u202c', '"gnp.exe"'],
])('%s is harmless in the CSV [C3]', async (_what, companyName, cell) => {
  const fixture = createEnquiryFixture();
  await fixture.receive({ companyName });
  expect((await fixture.call('/api/enquiries/export.csv')).text).toContain(`,${cell},`);
});

test('the CSV of many enquiries contains each of them once', async () => {
  const fixture = createEnquiryFixture();
  for (let n = 0; n < 3; n++) await fixture.receive({ email: `a${n}@example.org` });
  const [row] = fixture.rows();
  if (!row) throw new Error('nothing stored');
  const { seq: _, ...values } = row;
  for (let n = 0; n < 1200; n++)
    fixture.deps.db
      .insert(enquiries)
      .values({ ...values, id: `${n}`, reference: `R${n}` })
      .run();
  const { text } = await fixture.call('/api/enquiries/export.csv');
  const references = text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[0]);
  expect([references.length, new Set(references).size]).toEqual([1203, 1203]);
});

test('test enquiries are listed but not counted', async () => {
  const fixture = createEnquiryFixture();
  const headers = { 'x-threadline-self-test': fixture.deps.secrets.selfTestToken };
  await fixture.submit(minimalEnquiry, { headers });
  await fixture.submit({ ...minimalEnquiry, email: 'b@example.org' });
  expect(fixture.rows().map(({ isTest }) => isTest)).toEqual([true, false]);
  expect(fixture.services.lists.counts().byStatus.new).toBe(1);
});

test('the test of another installation is rejected and stores no enquiry', async () => {
  const fixture = createEnquiryFixture();
  const reply = await fixture.submit(minimalEnquiry, { headers: { 'x-threadline-self-test': 'guess' } });
  expect([reply.status, reply.body.message]).toEqual([403, expect.stringContaining('another installation')]);
  expect(fixture.rows()).toEqual([]);
});
