import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEnquiryFixture } from '../../../test/enquiry-fixture.ts';
import { createMailFixture } from '../../../test/mail-fixture.ts';
import { listAudit } from '../../audit-log/list.ts';

test('the team receives the enquiry, and the sender receives an acknowledgement', async () => {
  const { receive, sendDue, server, mails } = await createMailFixture();
  const { id, reference } = await receive({ contactName: 'Sender', phone: '98765 43210', industry: 'Textiles' });
  await sendDue();
  const [notice, thanks] = await server.messages();
  expect([notice?.to, notice?.replyTo, notice?.subject]).toMatchObject([
    [{ address: 'team@example.com' }],
    [{ address: 'sender@example.org' }],
    `New enquiry ${reference}: Example Mills`,
  ]);
  for (const part of [notice?.text, notice?.html])
    for (const text of ['Textiles', '98765 43210', 'We grow.', `/admin/enquiries?id=${id}`])
      expect(part).toContain(text);
  expect([thanks?.to, thanks?.subject]).toMatchObject([
    [{ address: 'sender@example.org' }],
    `We have your enquiry (${reference})`,
  ]);
  expect(thanks?.text).toContain('Hello Sender,');
  expect(thanks?.text).toContain('Tuesday 24 November, 15:30 IST');
  expect(mails().map(({ state }) => state)).toEqual(['sent', 'sent']);
});

test('every address that a browser accepts is stored and receives mail', async () => {
  const { receive, sendDue, server } = await createMailFixture();
  const addresses = ['info&sales@example.in', "o'brien@example.in", 'a/b!c@example.in', 'info@xn--11b4c3d.xn--h2brj9c'];
  for (const email of addresses) await receive({ email: ` ${email} ` });
  await sendDue();
  // The server shows host names in their own script.
  const shown = addresses.map((address) => address.replace('xn--11b4c3d.xn--h2brj9c', 'कॉम.भारत'));
  const expected = [...shown, ...addresses.map(() => 'team@example.com')];
  expect(server.taken.flatMap(({ to }) => to).sort()).toEqual(expected.sort());
});

test('a second run sends nothing again', async () => {
  const { receive, sendDue, server } = await createMailFixture();
  await receive();
  await sendDue();
  await sendDue();
  expect(server.taken).toHaveLength(2);
});

test('a refused message fails at once, is listed, and can be sent again', async () => {
  const { receive, sendDue, server, call, services } = await createMailFixture();
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
  const { receive, sendDue, server, call, mails } = await createMailFixture({
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

test('sending a message again is recorded', async () => {
  const { receive, sendDue, server, call, deps } = await createMailFixture();
  const { id, reference } = await receive();
  server.faults.push('refuse');
  await sendDue();
  await call(`/api/outbox/${id}.notification/retry`, { method: 'POST' });
  await call(`/api/outbox/${id}.notification/retry`, { method: 'POST' });
  const entries = listAudit(deps.db, 100).filter(({ action }) => action === 'mail.retried');
  expect(entries).toMatchObject([{ byName: 'Author', subject: `notification (${reference})` }]);
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
  const { receive, sendDue, server, deps, mails } = await createMailFixture();
  for (const table of ['content_items', 'content_history'])
    deps.db.$client.prepare(`delete from ${table} where section = 'mail' and key = 'notification'`).run();
  await receive();
  await sendDue();
  expect(mails().map(({ state }) => state)).toEqual(['failed', 'sent']);
  expect(server.taken).toHaveLength(1);
  expect(existsSync(join(deps.config.dataDir, 'mail'))).toBe(false);
});
