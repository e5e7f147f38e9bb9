import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { createEnquiryFixture } from '../../../test/enquiry-fixture.ts';
import { type MailServer, startMailServer } from '../../../test/mail-server.ts';
import { createServices } from '../../app.ts';
import { listAudit } from '../../audit-log/list.ts';
import { loadConfig } from '../../config.ts';
import { outboxMessages as mailsTable } from '../db/schema/enquiries.ts';
import { outageDelaysMs } from '../jobs/retry-policy.ts';
import { retryDelaysMs } from './delivery.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function startServer(port?: number): Promise<MailServer> {
  const server = await startMailServer(port);
  open.push(server.stop);
  return server;
}

async function createFixture(env: Record<string, string> = {}) {
  const server = await startServer();
  const fixture = createEnquiryFixture({ SMTP_URL: server.url, LEADS_TO: 'team@example.com', ...env });
  open.push(fixture.services.jobs.stop);
  return { ...fixture, server, sendDue: fixture.services.jobs.runDue };
}

const listMessageIds = async (server: MailServer) => (await server.messages()).map(({ messageId }) => messageId ?? '');

test('the team receives the enquiry, and the sender receives an acknowledgement', async () => {
  const { receive, sendDue, server, mails } = await createFixture();
  const { id, reference } = await receive({ contactName: 'Sender', phone: '98765 43210', industry: 'Textiles' });
  await sendDue();
  const [notice, thanks] = await server.messages();
  expect([notice?.to, notice?.replyTo, notice?.subject]).toMatchObject([
    [{ address: 'team@example.com' }],
    [{ address: 'sender@example.org' }],
    `New enquiry ${reference}: Example Mills`,
  ]);
  for (const part of [notice?.text, notice?.html])
    for (const words of ['Textiles', '98765 43210', 'We grow.', `/admin/enquiries?id=${id}`])
      expect(part).toContain(words);
  expect([thanks?.to, thanks?.subject]).toMatchObject([
    [{ address: 'sender@example.org' }],
    `We have your enquiry (${reference})`,
  ]);
  expect(thanks?.text).toContain('Hello Sender,');
  expect(thanks?.text).toContain('Tuesday 24 November, 15:30 IST');
  expect(mails().map(({ state }) => state)).toEqual(['sent', 'sent']);
});

test('every address that a browser accepts is stored and receives mail', async () => {
  const { receive, sendDue, server } = await createFixture();
  const addresses = ['info&sales@example.in', "o'brien@example.in", 'a/b!c@example.in', 'info@xn--11b4c3d.xn--h2brj9c'];
  for (const email of addresses) await receive({ email: ` ${email} ` });
  await sendDue();
  // The server shows host names in their own script.
  const shown = addresses.map((address) => address.replace('xn--11b4c3d.xn--h2brj9c', 'कॉम.भारत'));
  const expected = [...shown, ...addresses.map(() => 'team@example.com')];
  expect(server.taken.flatMap(({ to }) => to).sort()).toEqual(expected.sort());
});

test('a second run sends nothing again', async () => {
  const { receive, sendDue, server } = await createFixture();
  await receive();
  await sendDue();
  await sendDue();
  expect(server.taken).toHaveLength(2);
});

test('messages wait for days while the server is down, and are sent in order afterwards [C11, R7]', async () => {
  const { receive, sendDue, server, deps, mails } = await createFixture();
  await server.stop();
  for (const n of [1, 2, 3]) await receive({ email: `sender${n}@example.org` });
  for (let hour = 0; hour < 72; hour++) {
    expect(await sendDue()).toBe(outageDelaysMs[Math.min(hour, outageDelaysMs.length - 1)]);
    deps.clock.advance(3_600_000);
  }
  expect(mails().every(({ state, attempts }) => state === 'pending' && attempts === 0)).toBe(true);
  expect(mails()[0]?.lastError).toContain('ECONNREFUSED');
  const back = await startServer(server.port);
  await sendDue();
  expect(new Set(await listMessageIds(back)).size).toBe(6);
  expect(back.taken.map(({ to }) => to[0])).toEqual(
    [1, 2, 3].flatMap((n) => ['team@example.com', `sender${n}@example.org`]),
  );
});

test('every message is sent once after disconnections and deferrals [R7]', async () => {
  const { receive, sendDue, server, deps } = await createFixture();
  for (let n = 0; n < 5; n++) await receive({ email: `sender${n}@example.org` });
  server.faults.push('reset', 'put-off', 'reset', 'put-off', 'put-off', 'reset');
  for (let round = 0; round < 8; round++) {
    await sendDue();
    deps.clock.advance(600_000);
  }
  const ids = await listMessageIds(server);
  expect([ids.length, new Set(ids).size]).toEqual([10, 10]);
});

test('a message that always breaks the connection, while others are sent, fails after two days', async () => {
  const { receive, sendDue, server, deps, mails } = await createFixture();
  await receive({ contactName: 'Poison' });
  deps.db.delete(mailsTable).where(eq(mailsTable.kind, 'acknowledgement')).run();
  server.poison.add('Poison');
  let rounds = 0;
  for (; mails()[0]?.state === 'pending' && rounds < 20; rounds += 1) {
    await sendDue();
    // The other messages, which can be sent.
    await receive({ email: `sender${rounds}@example.org` });
    deps.clock.advance(24 * 3_600_000);
    await sendDue();
    deps.clock.advance(24 * 3_600_000);
  }
  expect(mails()[0]).toMatchObject({ state: 'failed', attempts: retryDelaysMs.length + 1 });
  expect(
    mails()
      .slice(1)
      .every(({ state }) => state === 'sent'),
  ).toBe(true);
});

test('the wait of the oldest message is reported', async () => {
  const { receive, sendDue, server, deps, call } = await createFixture();
  const mail = async () => (await call('/api/enquiries/counts')).body.counts.mail;
  expect(await mail()).toEqual({ mode: 'smtp', problem: null, pendingSince: null });
  await server.stop();
  await receive();
  const at = deps.now().toISOString();
  deps.clock.advance(3_600_000);
  await receive({ email: 'second@example.org' });
  await sendDue();
  expect(await mail()).toEqual({ mode: 'smtp', problem: expect.stringContaining('ECONNREFUSED'), pendingSince: at });
  await startServer(server.port);
  deps.clock.advance(3_600_000);
  await sendDue();
  expect(await mail()).toEqual({ mode: 'smtp', problem: null, pendingSince: null });
});

test('a message whose receipt was lost is sent again with the same Message-ID', async () => {
  const { deps, receive, sendDue, server, mails } = await createFixture();
  await receive();
  server.faults.push('reset-after-taking');
  await sendDue();
  expect(mails()[0]?.state).toBe('pending');
  deps.clock.advance(outageDelaysMs[0] ?? 0);
  await sendDue();
  const ids = await listMessageIds(server);
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(2);
  expect(ids.filter((id) => id === ids[0])).toHaveLength(2);
});

test('an attempt without an answer is ended, and the message stays pending [R7]', async () => {
  const server = await startServer();
  const fixture = createEnquiryFixture({ SMTP_URL: `${server.url}?socketTimeout=200`, LEADS_TO: 'team@example.com' });
  open.push(fixture.services.jobs.stop);
  await fixture.receive();
  server.faults.push('slow');
  await fixture.services.jobs.runDue();
  expect(fixture.mails().map(({ state }) => state)).toEqual(['pending', 'pending']);
  expect(fixture.services.mailDelivery.status().problem).not.toBeNull();
  const patient = createServices({
    ...fixture.deps,
    config: loadConfig({ SMTP_URL: server.url, LEADS_TO: 'team@example.com' }),
  });
  open.push(patient.jobs.stop);
  fixture.deps.clock.advance(outageDelaysMs[0] ?? 0);
  await patient.jobs.runDue();
  expect(server.taken).toHaveLength(2);
  expect(patient.mailDelivery.status().problem).toBeNull();
});

test('a refused message fails at once, is listed, and can be sent again', async () => {
  const { receive, sendDue, server, call, services } = await createFixture();
  const { id } = await receive();
  server.faults.push('refuse');
  await sendDue();
  const { body } = await call('/api/outbox');
  expect(body).toMatchObject({
    mode: 'smtp',
    messages: [{ state: 'failed', lastError: '550 No such mailbox', to: 'the team' }],
  });
  expect(services.lists.counts().failedMessages).toBe(1);
  expect((await call(`/api/outbox/${id}.notification/retry`, { method: 'POST' })).status).toBe(200);
  await sendDue();
  expect(server.taken).toHaveLength(2);
  expect((await call(`/api/outbox/${id}.notification/retry`, { method: 'POST' })).status).toBe(404);
});

test('a message refused for one of several recipients fails, and no recipient gets it twice', async () => {
  const { receive, sendDue, server, call, mails } = await createFixture({
    LEADS_TO: 'one@example.com,two@example.com',
  });
  server.unknown.set('two@example.com', 550);
  const { id } = await receive();
  await sendDue();
  expect(server.taken.map(({ to }) => to)).toEqual([['one@example.com'], ['sender@example.org']]);
  expect(mails()).toMatchObject([{ state: 'failed', lastError: '550 No such mailbox' }, { state: 'sent' }]);
  server.unknown.clear();
  expect((await call(`/api/outbox/${id}.notification/retry`, { method: 'POST' })).status).toBe(200);
  await sendDue();
  expect(server.taken.slice(2).map(({ to }) => to)).toEqual([['two@example.com']]);
  const [first, , second] = await server.messages();
  expect([second?.to?.map(({ address }) => address), second?.messageId]).toEqual([
    ['one@example.com', 'two@example.com'],
    first?.messageId,
  ]);
  expect(mails().map(({ state }) => state)).toEqual(['sent', 'sent']);
});

test('a deferred recipient gets the message later, and the other recipients do not get it again', async () => {
  const { receive, sendDue, server, deps, mails } = await createFixture({
    LEADS_TO: 'one@example.com,two@example.com',
  });
  server.unknown.set('one@example.com', 451);
  await receive();
  await sendDue();
  expect(mails()[0]).toMatchObject({ state: 'pending', attempts: 1 });
  server.unknown.clear();
  deps.clock.advance(retryDelaysMs[0] ?? 0);
  await sendDue();
  expect(server.taken.map(({ to }) => to[0])).toEqual(['two@example.com', 'sender@example.org', 'one@example.com']);
  expect(mails()[0]).toMatchObject({ state: 'sent', lastError: null });
});

test('sending a message again is recorded', async () => {
  const { receive, sendDue, server, call, deps } = await createFixture();
  const { id } = await receive();
  server.faults.push('refuse');
  await sendDue();
  await call(`/api/outbox/${id}.notification/retry`, { method: 'POST' });
  await call(`/api/outbox/${id}.notification/retry`, { method: 'POST' });
  const entries = listAudit(deps.db, 100).filter(({ action }) => action === 'mail.retried');
  expect(entries).toMatchObject([{ byName: 'Author', subject: `${id}.notification` }]);
});

test('unsent messages are listed in pages, each once', async () => {
  const { receive, services, call, mails } = createEnquiryFixture();
  for (let n = 0; n < 60; n++) await receive({ email: `sender${n}@example.org` });
  await services.jobs.runDue();
  const seen: string[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const { body } = await call(`/api/outbox${next && `?cursor=${next}`}`);
    seen.push(...body.messages.map((mail: { id: string }) => mail.id));
    next = body.next;
  }
  expect(seen).toEqual(
    mails()
      .map((mail) => mail.id)
      .reverse(),
  );
  expect(seen).toHaveLength(120);
  for (const cursor of ['0', '-1', 'x', '1.5']) expect((await call(`/api/outbox?cursor=${cursor}`)).status).toBe(422);
});

test('a message that is deferred for two days fails', async () => {
  const { receive, sendDue, server, deps, mails } = await createFixture();
  await receive();
  deps.db.delete(mailsTable).where(eq(mailsTable.kind, 'acknowledgement')).run();
  for (let round = 0; round < 9; round++) {
    server.faults.push('put-off');
    await sendDue();
    deps.clock.advance(24 * 3_600_000);
  }
  expect(mails()).toMatchObject([{ state: 'failed', attempts: 9, lastError: '451 Try again later' }]);
});

test('messages that were pending before a restart are sent after it', async () => {
  const { receive, server, deps } = await createFixture();
  await receive();
  const restarted = createServices(deps);
  open.push(restarted.jobs.stop);
  await restarted.jobs.runDue();
  expect(server.taken).toHaveLength(2);
});

test('without a mail server messages are written to files, and the admin is informed', async () => {
  const { receive, services, deps, call, mails } = createEnquiryFixture();
  await receive();
  await services.jobs.runDue();
  const folder = join(deps.config.dataDir, 'mail');
  const files = readdirSync(folder);
  expect(files).toHaveLength(2);
  expect(files.every((name) => name.endsWith('.eml'))).toBe(true);
  expect(readFileSync(join(folder, files[0] ?? ''), 'utf8')).toContain('Message-ID:');
  if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(mails().map(({ state }) => state)).toEqual(['written-to-disk', 'written-to-disk']);
  expect((await call('/api/outbox')).body).toMatchObject({ mode: 'files', problem: null });
});

test('a damaged template fails only its own message', async () => {
  const { receive, sendDue, server, deps, mails } = await createFixture();
  for (const table of ['content_items', 'content_history'])
    deps.db.$client.prepare(`delete from ${table} where section = 'mail' and key = 'notification'`).run();
  await receive();
  await sendDue();
  expect(mails().map(({ state }) => state)).toEqual(['failed', 'sent']);
  expect(server.taken).toHaveLength(1);
  expect(existsSync(join(deps.config.dataDir, 'mail'))).toBe(false);
});
