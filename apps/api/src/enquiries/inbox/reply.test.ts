import { afterEach, expect, test } from 'vitest';
import { createEnquiryFixture } from '../../../test/enquiry-fixture.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import { auditLog } from '../../platform/db/schema/core.ts';
import { enquiries } from '../../platform/db/schema/enquiries.ts';
import { retryDelaysMs } from '../../platform/outbox/delivery.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

const draftId = '6f1c2a52-7d3e-4b7a-9b55-0c6f6c1f2a10';
const replyText = { subject: 'Your enquiry', text: 'We call you on Monday.' };

/** Creates an enquiry whose first messages are sent, and a mail server with configurable faults. */
async function createFixture() {
  const server = await startMailServer();
  open.push(server.stop);
  const fixture = createEnquiryFixture({ SMTP_URL: server.url, LEADS_TO: 'team@example.com' });
  open.push(fixture.services.jobs.stop);
  const { id, reference } = await fixture.receive();
  const sendDue = fixture.services.jobs.runDue;
  await sendDue();
  const path = `/api/enquiries/${id}`;
  return {
    ...fixture,
    server,
    id,
    path,
    sendDue,
    reply: (more: object = {}) => fixture.call(`${path}/reply`, { body: { ...replyText, ...more } }),
    read: async () => (await fixture.call(path)).body.enquiry,
    replies: () => fixture.mails().filter(({ kind }) => kind === 'reply'),
    log: () =>
      fixture.deps.db
        .select()
        .from(auditLog)
        .all()
        .filter(({ action, subject }) => subject === reference && action !== 'access.opened')
        .map(({ action, byName }) => [action, byName]),
  };
}

test('a permanently rejected reply does not answer the enquiry: the due date stays, and the text is kept', async () => {
  const { reply, read, sendDue, server, log, deps, services } = await createFixture();
  server.unknown.set('sender@example.org', 550);
  await reply();
  deps.clock.advance(80 * 3_600_000);
  expect(await read()).toMatchObject({ status: 'replied' });
  await sendDue();
  const enquiry = await read();
  expect(enquiry).toMatchObject({ status: 'read', answeredAt: null });
  expect(enquiry.messages.at(-1)).toMatchObject({ kind: 'reply', state: 'failed', ...replyText });
  expect(enquiry.messages[0]).not.toHaveProperty('text');
  expect(services.lists.counts().overdue).toBe(1);
  expect(log().at(-1)).toEqual(['enquiry.reply-failed', null]);
});

test('a failed reply that is sent later answers the enquiry', async () => {
  const { reply, read, sendDue, server, call, replies, log, deps } = await createFixture();
  server.unknown.set('sender@example.org', 550);
  await reply();
  await sendDue();
  server.unknown.clear();
  deps.clock.advance(3_600_000);
  await call(`/api/outbox/${replies()[0]?.id}/retry`, { method: 'POST' });
  await sendDue();
  expect(await read()).toMatchObject({ status: 'replied', answeredAt: deps.now().toISOString() });
  expect(log().at(-1)).toEqual(['enquiry.reply-sent', null]);
});

test('a reply that is sent after the due date answers then, and is pending until then [C11]', async () => {
  const { reply, read, sendDue, server, call, deps, replies } = await createFixture();
  const row = async () => (await call('/api/enquiries')).body.enquiries[0];
  server.faults.push('put-off');
  expect((await reply()).body.enquiry).toMatchObject({ answeredAt: null, replyPending: true });
  await sendDue();
  expect(await row()).toMatchObject({ answeredAt: null, replyPending: true });
  deps.clock.advance(80 * 3_600_000);
  const seen = { status: 'replied', answeredAt: null };
  await sendDue();
  const sentAt = deps.now().toISOString();
  expect(await read()).toMatchObject({ status: 'replied', answeredAt: sentAt, replyPending: false });
  expect(await row()).toMatchObject({ answeredAt: sentAt, replyPending: false });
  expect(sentAt > (await read()).dueAt).toBe(true);
  // A draft that was begun while the reply was pending refers to the same reply.
  deps.clock.advance(1000);
  expect((await reply({ seen })).status).toBe(201);
  await sendDue();
  expect(replies().map(({ state }) => state)).toEqual(['sent', 'sent']);
  expect((await read()).answeredAt).toBe(sentAt);
});

test('a reply that is pending past the due date leaves the enquiry overdue until it is sent', async () => {
  const { reply, receive, sendDue, server, call, deps, services, id } = await createFixture();
  const late = async (query = '') => (await call(`/api/enquiries?overdue=1${query}`)).body.enquiries;
  const listOverdue = async () =>
    (await call('/api/enquiries?unanswered=1')).body.enquiries.map((row: { id: string }) => row.id);
  server.faults.push('put-off');
  await reply();
  await sendDue();
  deps.clock.advance(3_600_000);
  const other = await receive({ companyName: 'Other', email: 'other@example.org' });
  expect([services.lists.counts(), await listOverdue()]).toMatchObject([{ unanswered: 2, overdue: 0 }, [id, other.id]]);
  deps.clock.advance(100 * 3_600_000);
  expect(services.lists.counts()).toMatchObject({ unanswered: 2, overdue: 2, dueSoon: 0 });
  expect(await listOverdue()).toEqual([id, other.id]);
  expect(await late()).toMatchObject([{ id, status: 'replied', replyPending: true }, { id: other.id }]);
  expect(await late('&q=mills')).toMatchObject([{ id }]);
  expect(await late(`&q=${encodeURIComponent('मिल')}`)).toEqual([]);
  expect(await late('&assignee=none')).toHaveLength(2);
  expect(await late('&status=new')).toMatchObject([{ id: other.id }]);
  const [last] = await late();
  expect(await late(`&cursor=${last.dueAt}_${deps.db.select().from(enquiries).get()?.seq}`)).toMatchObject([
    { id: other.id },
  ]);
  await sendDue();
  expect([services.lists.counts(), await listOverdue()]).toMatchObject([{ unanswered: 1, overdue: 1 }, [other.id]]);
});

test('an enquiry that is marked as replied or closed is not overdue while its reply is pending', async () => {
  const { reply, call, path, deps, services } = await createFixture();
  await reply();
  await call(path, { method: 'PATCH', body: { status: 'closed' } });
  deps.clock.advance(80 * 3_600_000);
  expect(services.lists.counts().overdue).toBe(0);
  await call(path, { method: 'PATCH', body: { status: 'read' } });
  expect(services.lists.counts().overdue).toBe(1);
  await call(path, { method: 'PATCH', body: { status: 'replied' } });
  expect(services.lists.counts().overdue).toBe(0);
});

test('with one failed and one pending reply, the pending one decides', async () => {
  const { reply, read, sendDue, server, deps } = await createFixture();
  server.faults.push('refuse');
  await reply();
  deps.clock.advance(1000);
  await reply();
  await sendDue();
  expect(await read()).toMatchObject({
    status: 'replied',
    answeredAt: deps.now().toISOString(),
    messages: [{}, {}, { state: 'failed' }, { state: 'sent' }],
  });
});

test('an enquiry that is marked as replied stays answered, whatever happens to the mail', async () => {
  const { reply, read, sendDue, server, call, path, deps } = await createFixture();
  await call(path, { method: 'PATCH', body: { status: 'replied' } });
  const { answeredAt } = await read();
  deps.clock.advance(1000);
  server.faults.push('refuse');
  await reply();
  await sendDue();
  expect(await read()).toMatchObject({ status: 'replied', answeredAt });
});

test('a reply answers nothing once it has been deferred for two days, but not before', async () => {
  const { reply, read, sendDue, server, deps } = await createFixture();
  await reply();
  for (const delay of [...retryDelaysMs, 0]) {
    expect((await read()).status).toBe('replied');
    server.faults.push('put-off');
    await sendDue();
    deps.clock.advance(delay);
  }
  expect(await read()).toMatchObject({ status: 'read', answeredAt: null });
});

test('without a mail server a reply is a file, does not answer the enquiry and is shown as not sent', async () => {
  const fixture = createEnquiryFixture();
  const { id } = await fixture.receive();
  await fixture.call(`/api/enquiries/${id}`, { method: 'PATCH', body: { status: 'read' } });
  const { status, body } = await fixture.call(`/api/enquiries/${id}/reply`, { body: replyText });
  expect([status, body.enquiry.status, body.enquiry.answeredAt]).toEqual([201, 'read', null]);
  await fixture.services.jobs.runDue();
  const { enquiry } = (await fixture.call(`/api/enquiries/${id}`)).body;
  expect(enquiry).toMatchObject({ status: 'read', answeredAt: null });
  expect(enquiry.messages.at(-1)).toMatchObject({ kind: 'reply', state: 'written-to-disk', ...replyText });
  const noted = await fixture.call(`/api/enquiries/${id}/notes`, { body: { text: 'Called once.' } });
  expect(noted.body.enquiry).toMatchObject({ status: 'read', replyPending: true });
  const row = async () => (await fixture.call('/api/enquiries')).body.enquiries[0];
  expect(await row()).toMatchObject({ replyPending: true });
  await fixture.call(`/api/outbox/${enquiry.messages.at(-1).id}/dismiss`, { method: 'POST' });
  expect(await row()).toMatchObject({ replyPending: false });
});

test('a reply replaces a waiting one in one step, and only the new one is sent', async () => {
  const { reply, read, sendDue, replies, server } = await createFixture();
  server.faults.push('put-off');
  await reply();
  await sendDue();
  const [first] = replies();
  const { status, body } = await reply({ draftId, text: 'We call you on Tuesday.', replaces: [first?.id] });
  expect([status, body.enquiry]).toMatchObject([201, { status: 'replied', replyPending: true }]);
  expect(replies().map(({ state }) => state)).toEqual(['dismissed', 'pending']);
  expect((await reply({ draftId, text: 'We call you on Tuesday.', replaces: [first?.id] })).status).toBe(201);
  await sendDue();
  expect(replies().map(({ state }) => state)).toEqual(['dismissed', 'sent']);
  expect(server.taken.filter(({ raw }) => raw.includes('We call you'))).toHaveLength(1);
  expect((await read()).status).toBe('replied');
});

test('a reply that replaces a sent one, or one of another enquiry, is rejected and changes nothing until it is confirmed', async () => {
  const { reply, read, receive, call, sendDue, replies, footprint } = await createFixture();
  await reply();
  await sendDue();
  const other = await receive({ email: 'other@example.org' });
  await call(`/api/enquiries/${other.id}/reply`, { body: replyText });
  const { status, answeredAt } = await read();
  const before = footprint();
  for (const { id } of replies())
    expect((await reply({ replaces: [id], seen: { status, answeredAt } })).body).toMatchObject({
      message: 'The reply that this one replaces was sent in the meantime, or is being sent. Your text is still here.',
    });
  expect(footprint()).toEqual(before);
  const replaces = replies().map(({ id }) => id);
  expect((await reply({ replaces })).status).toBe(201);
  expect(replies().map(({ state }) => state)).toEqual(['sent', 'pending', 'pending']);
});

test('a draft that is posted again is sent once and gets the same response', async () => {
  const { reply, read, sendDue, replies, server, log } = await createFixture();
  const seen = { status: 'new', answeredAt: null };
  const first = await reply({ draftId, seen });
  const second = await reply({ draftId, seen });
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
  await sendDue();
  await reply({ draftId, seen });
  await sendDue();
  expect(replies()).toHaveLength(1);
  expect(server.taken.filter(({ raw }) => raw.includes(replyText.text))).toHaveLength(1);
  expect(log().filter(([action]) => action === 'enquiry.replied')).toHaveLength(1);
  const other = await reply({ draftId, text: 'Other text' });
  expect([other.status, other.body.message]).toEqual([
    409,
    'A reply with another text was already sent from this form. Close it, and start a new one.',
  ]);
  expect((await read()).messages).toHaveLength(3);
});

test('a draft of another enquiry is rejected', async () => {
  const { reply, receive, call, replies } = await createFixture();
  await reply({ draftId });
  const { id } = await receive({ email: 'other@example.org' });
  expect((await call(`/api/enquiries/${id}/reply`, { body: { ...replyText, draftId } })).status).toBe(409);
  expect(replies()).toHaveLength(1);
});

test('a reply to an enquiry that was answered meanwhile is rejected with the name and time, and can be sent anyway', async () => {
  const { reply, replies, read } = await createFixture();
  const seen = { status: 'read', answeredAt: null };
  await reply();
  const before = await read();
  const { status, body } = await reply({ seen });
  expect(status).toBe(409);
  expect(body.message).toMatch(
    /^Author answered this enquiry on \w+ 21 November, [\d:]+ IST, after you began to write\./,
  );
  expect(await read()).toEqual(before);
  expect((await reply()).status).toBe(201);
  expect(replies()).toHaveLength(2);
});

test('a reply to an enquiry that was closed meanwhile is rejected, but not after it was only read', async () => {
  const { reply, call, path, replies } = await createFixture();
  await call(path, { method: 'PATCH', body: { status: 'closed' } });
  const refused = await reply({ seen: { status: 'read', answeredAt: null } });
  expect([refused.status, refused.body.message]).toMatchObject([
    409,
    expect.stringContaining('set this enquiry to closed'),
  ]);
  expect(replies()).toEqual([]);
  await call(path, { method: 'PATCH', body: { status: 'read' } });
  expect((await reply({ seen: { status: 'new', answeredAt: null } })).status).toBe(201);
});

test('a line break and a header in the subject of a reply add no recipient', async () => {
  const { reply, sendDue, server } = await createFixture();
  expect((await reply({ subject: 'Mills\r\nBcc: victim@example.net\r\n\r\nbody' })).status).toBe(201);
  await sendDue();
  const message = (await server.messages()).at(-1);
  expect([message?.subject, message?.bcc ?? []]).toEqual(['Mills Bcc: victim@example.net body', []]);
  expect(server.taken.at(-1)?.to).toEqual(['sender@example.org']);
});

test.each([
  { draftId: 'x' },
  { draftId: '' },
  { seen: {} },
  { seen: { status: 'old', answeredAt: null } },
  { to: 'victim@example.net' },
  { subject: 'x'.repeat(161) },
  { text: 'x'.repeat(10_001) },
  { replaces: 'all' },
])('a reply with %j is rejected and changes nothing', async (more) => {
  const { reply, footprint } = await createFixture();
  await reply({ subject: '' });
  const before = footprint();
  expect((await reply(more)).status).toBe(422);
  expect(footprint()).toEqual(before);
});
