import type { OutboxMessage } from '@threadline/schema/wire/enquiry';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { createEnquiryFixture } from '../../test/enquiry-fixture.ts';
import { startMailServer } from '../../test/mail-server.ts';
import { readQueryPlans } from '../../test/query-plan.ts';
import { send } from '../../test/test-app.ts';
import { listAudit } from '../audit-log/list.ts';
import { auditLog } from '../platform/db/schema/core.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function createFixture() {
  const server = await startMailServer();
  const fixture = createEnquiryFixture({ SMTP_URL: server.url });
  open.push(fixture.services.jobs.stop, server.stop);
  return { ...fixture, server };
}

/** Stores two enquiries; the mail server rejects the messages to the team about both. */
async function refuseTwo({ receive, server, services }: Awaited<ReturnType<typeof createFixture>>) {
  const first = await receive();
  server.faults.push('refuse');
  await services.jobs.runDue();
  const second = await receive({ email: 'second@example.org' });
  server.faults.push('refuse');
  await services.jobs.runDue();
  return { first, second };
}

test('all failed messages are retried in one request, each once, and the audit log records it', async () => {
  const fixture = await createFixture();
  await refuseTwo(fixture);
  expect(fixture.server.taken).toHaveLength(2);
  const { body } = await fixture.call('/api/outbox/retry', { body: { state: 'failed' } });
  expect(body).toEqual({ success: true, sent: 2 });
  await fixture.services.jobs.runDue();
  expect(fixture.server.taken).toHaveLength(4);
  expect(fixture.mails().map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'sent']);
  expect((await fixture.call('/api/outbox/retry', { body: { state: 'failed' } })).body.sent).toBe(0);
  const entries = listAudit(fixture.deps.db, 100).filter(({ action }) => action === 'mail.retried');
  expect(entries).toMatchObject([{ byName: 'Author', subject: 'all failed messages' }]);
});

test('a pending message whose attempt failed is tried at once', async () => {
  const { call, receive, server, services, mails } = await createFixture();
  server.faults.push('reset');
  const { id } = await receive();
  await services.jobs.runDue();
  await services.jobs.runDue();
  expect(mails()[0]?.state).toBe('pending');
  expect((await call(`/api/outbox/${id}.notification/retry`, { method: 'POST' })).status).toBe(200);
  await services.jobs.runDue();
  expect(mails().map(({ state }) => state)).toEqual(['sent', 'sent']);
});

test('a message with a rejected address offers its correction, and is then sent to the corrected address', async () => {
  const { call, receive, server, services, mails } = await createFixture();
  server.unknown.set('sendr@example.org', 550);
  const { id } = await receive({ email: 'sendr@example.org' });
  server.faults.push('refuse');
  await services.jobs.runDue();
  await call(`/api/enquiries/${id}/reply`, { body: { subject: 'Mills', text: 'We can help.' } });
  await services.jobs.runDue();
  const unsent = async () => (await call('/api/outbox')).body.messages;
  const acknowledgement = { kind: 'acknowledgement', state: 'failed', enquiryId: id };
  expect(await unsent()).toMatchObject([
    { kind: 'reply', refusedAddress: 'sendr@example.org' },
    { ...acknowledgement, refusedAddress: 'sendr@example.org' },
    // The message itself was rejected, and the team's address does not belong to a visitor.
    { kind: 'notification', state: 'failed', refusedAddress: null },
  ]);
  const body = { email: 'sendr@example.org', newEmail: 'sender@example.org' };
  expect((await call('/api/privacy/correct', { body })).status).toBe(200);
  // Only one of the messages to the corrected address is sent again, because the others are pending anyway.
  expect(mails().slice(1)).toMatchObject([
    { kind: 'acknowledgement', state: 'pending', recipient: 'sender@example.org', lastError: null },
    { kind: 'reply', state: 'pending', recipient: 'sender@example.org', lastError: null },
  ]);
  expect((await unsent()).map(({ refusedAddress }: OutboxMessage) => refusedAddress)).toEqual([null, null, null]);
  expect((await call(`/api/outbox/${id}.acknowledgement/retry`, { method: 'POST' })).status).toBe(200);
  await services.jobs.runDue();
  expect(server.taken.map(({ to }) => to)).toEqual([['sender@example.org'], ['sender@example.org']]);
  expect(mails().map(({ state }) => state)).toEqual(['failed', 'sent', 'sent']);
  expect((await call(`/api/outbox/${id}.acknowledgement/retry`, { method: 'POST' })).status).toBe(404);
});

test('a message that is deferred or rejected for its content has no address to correct', async () => {
  const { call, receive, server, services } = await createFixture();
  server.unknown.set('sender@example.org', 451);
  const { id } = await receive();
  await services.jobs.runDue();
  expect((await call('/api/outbox')).body.messages).toMatchObject([{ kind: 'acknowledgement', refusedAddress: null }]);
  server.unknown.clear();
  server.faults.push('refuse');
  await call(`/api/enquiries/${id}/reply`, { body: { subject: 'Mills', text: 'Hello.' } });
  await services.jobs.runDue();
  const { messages } = (await call('/api/outbox')).body;
  expect(messages).toMatchObject([
    { kind: 'reply', state: 'failed', refusedAddress: null },
    { kind: 'acknowledgement' },
  ]);
});

test('a dismissed message is no longer listed or counted, but its enquiry still mentions it', async () => {
  const fixture = await createFixture();
  const { first, second } = await refuseTwo(fixture);
  const dismiss = () => fixture.call(`/api/outbox/${first.id}.notification/dismiss`, { method: 'POST' });
  expect((await dismiss()).status).toBe(200);
  expect((await dismiss()).status).toBe(404);
  const { body } = await fixture.call('/api/outbox');
  expect(body.messages).toMatchObject([{ state: 'failed', enquiryId: second.id }]);
  expect(fixture.services.lists.counts().failedMessages).toBe(1);
  expect((await fixture.call(`/api/enquiries/${first.id}`)).body.enquiry.messages).toMatchObject([
    { kind: 'notification', state: 'dismissed', lastError: '550 No such mailbox' },
    { kind: 'acknowledgement', state: 'sent' },
  ]);
  const entries = listAudit(fixture.deps.db, 100).filter(({ action }) => action === 'mail.dismissed');
  expect(entries).toMatchObject([{ byName: 'Author', subject: `notification (${first.reference})` }]);
  await fixture.call('/api/outbox/retry', { body: { state: 'failed' } });
  await fixture.services.jobs.runDue();
  expect(fixture.mails()[0]?.state).toBe('dismissed');
});

test.each([{}, { state: 'sent' }, { state: 'pending' }, { state: 'failed', more: 1 }])(
  'the states that can be retried are limited: %j',
  async (body) => {
    const fixture = await createFixture();
    await refuseTwo(fixture);
    await fixture.token();
    const before = fixture.footprint();
    expect((await fixture.call('/api/outbox/retry', { body })).status).toBe(422);
    expect(fixture.footprint()).toEqual(before);
  },
);

test('sent messages cannot be dismissed', async () => {
  const fixture = await createFixture();
  const { id } = await fixture.receive();
  await fixture.services.jobs.runDue();
  expect((await fixture.call(`/api/outbox/${id}.notification/dismiss`, { method: 'POST' })).status).toBe(404);
  expect(fixture.mails().map(({ state }) => state)).toEqual(['sent', 'sent']);
});

test('a pending message to an account cannot be stopped: it may be a password reset or a warning', async () => {
  const { app, call, mails, addUser } = await createFixture();
  const owner = await addUser('Owner', 'super_admin');
  await send(app, '/api/auth/forgot-password', { body: { email: owner.email } });
  await vi.waitFor(() => expect(mails()).toHaveLength(1));
  expect((await call(`/api/outbox/${mails()[0]?.id}/dismiss`, { method: 'POST' })).status).toBe(404);
  expect(mails()[0]?.state).toBe('pending');
});

test('the list of unsent messages uses the index that contains only these', async () => {
  const { deps, services } = createEnquiryFixture();
  const plan = await readQueryPlans(deps, () => services.outbox.listUnsent(undefined));
  expect(plan).toEqual(['SCAN outbox_messages USING INDEX outbox_messages_unsent']);
});

test('all unsent messages are dismissed in one request, and pending and sent ones stay', async () => {
  const fixture = await createFixture();
  await refuseTwo(fixture);
  await fixture.receive({ email: 'third@example.org' });
  const dismiss = () => fixture.call('/api/outbox/dismiss', { method: 'POST' });
  expect((await dismiss()).body).toEqual({ success: true, dismissed: 2 });
  expect(fixture.mails().map(({ state }) => state)).toEqual([
    'dismissed',
    'sent',
    'dismissed',
    'sent',
    'pending',
    'pending',
  ]);
  expect((await dismiss()).body.dismissed).toBe(0);
  const entries = listAudit(fixture.deps.db, 100).filter(({ action }) => action === 'mail.dismissed');
  expect(entries).toMatchObject([{ byName: 'Author', subject: 'all unsent messages' }]);
  expect((await send(fixture.app, '/api/outbox/dismiss', { method: 'POST' })).status).toBe(401);
});

test('a message is read as its recipient would get it, and the audit log names its enquiry', async () => {
  const { call, receive, deps } = await createFixture();
  const { id, reference } = await receive({ contactName: 'Asha' });
  const { status, body } = await call(`/api/outbox/${id}.acknowledgement`);
  expect([status, body.message]).toMatchObject([
    200,
    {
      to: ['sender@example.org'],
      subject: expect.stringContaining(reference),
      text: expect.stringContaining('Hello Asha,'),
    },
  ]);
  expect(deps.db.select().from(auditLog).all()).toContainEqual(
    expect.objectContaining({
      action: 'access.opened',
      subject: `acknowledgement (${reference})`,
      byName: 'Author',
    }),
  );
  expect((await call('/api/outbox/unknown')).status).toBe(404);
});

test('links that act for the recipient are not shown', async () => {
  const { app, call, mails, postForm, addUser, deps } = await createFixture();
  const owner = await addUser('Owner', 'super_admin');
  await send(app, '/api/newsletter', { body: { email: 'sender@example.org' } });
  await postForm('/api/my-data', 'email=sender%40example.org');
  await send(app, '/api/auth/forgot-password', { body: { email: owner.email } });
  await call('/api/auth/invitations', { body: { name: 'Ravi', email: 'ravi@example.org' } });
  await vi.waitFor(() => expect(mails()).toHaveLength(4));
  expect(
    mails()
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(['invitation', 'my-data', 'newsletter-confirmation', 'password-reset']);
  for (const { id } of mails()) {
    const { text } = await call(`/api/outbox/${id}`);
    expect(text).toContain('[link for the recipient only]');
    expect(text).not.toContain('http');
  }
  const opened = eq(auditLog.action, 'access.opened');
  const reads = deps.db.select().from(auditLog).where(opened).all();
  expect(reads.map(({ subject }) => subject).toSorted()).toEqual(
    mails()
      .map(({ id, kind }) => `${kind} (${id.slice(0, 8)})`)
      .toSorted(),
  );
});

test('a message that will not be sent says why', async () => {
  const { call, receive, services } = await createFixture();
  const { id } = await receive();
  services.person.withdraw('sender@example.org');
  const refused = await call(`/api/outbox/${id}.acknowledgement`);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'This message will not be sent. Consent was withdrawn.',
  ]);
});

test('a pending reply that is deleted is not sent, and its enquiry awaits an answer again', async () => {
  const { call, receive, server, services, mails } = await createFixture();
  const { id } = await receive();
  await services.jobs.runDue();
  server.faults.push('put-off');
  await call(`/api/enquiries/${id}/reply`, { body: { subject: 'Mills', text: 'We can help.' } });
  await services.jobs.runDue();
  const reply = mails().find(({ kind }) => kind === 'reply');
  expect([reply?.state, (await call(`/api/enquiries/${id}`)).body.enquiry.status]).toEqual(['pending', 'replied']);
  expect((await call(`/api/outbox/${reply?.id}/dismiss`, { method: 'POST' })).status).toBe(200);
  expect((await call(`/api/enquiries/${id}`)).body.enquiry.status).toBe('read');
  await call('/api/outbox/retry', { body: { state: 'failed' } });
  await services.jobs.runDue();
  expect(mails().find(({ kind }) => kind === 'reply')?.state).toBe('dismissed');
  expect(server.taken).toHaveLength(2);
});
