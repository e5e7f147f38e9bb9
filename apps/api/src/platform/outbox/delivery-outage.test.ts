import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createEnquiryFixture } from '../../../test/enquiry-fixture.ts';
import { closeAfterTest, createMailFixture, listMessageIds, startServer } from '../../../test/mail-fixture.ts';
import { createServices } from '../../app.ts';
import { loadConfig } from '../../config.ts';
import { outboxMessages as mailsTable } from '../db/schema/enquiries.ts';
import { minuteMs } from '../durations.ts';
import { outageDelaysMs } from '../jobs/retry-policy.ts';
import { retryDelaysMs } from './delivery.ts';
import { readMailOutcome, recordMailOutcome } from './mail-outcome.ts';
import { readMailServer } from './mail-server.ts';

test('messages wait for days while the server is down, and are sent in order afterwards [C11, R7]', async () => {
  const { receive, sendDue, server, deps, mails } = await createMailFixture();
  await server.stop();
  for (const n of [1, 2, 3]) await receive({ email: `sender${n}@example.org` });
  for (let hour = 0; hour < 72; hour++) {
    expect(await sendDue()).toBe(outageDelaysMs[Math.min(hour, outageDelaysMs.length - 1)]);
    deps.clock.advance(3_600_000);
  }
  expect(mails().every(({ state, attempts }) => state === 'pending' && attempts === 0)).toBe(true);
  expect(mails()[0]?.lastError).toContain('does not accept connections on port');
  const back = await startServer(server.port);
  await sendDue();
  expect(new Set(await listMessageIds(back)).size).toBe(6);
  expect(back.taken.map(({ to }) => to[0])).toEqual(
    [1, 2, 3].flatMap((n) => ['team@example.com', `sender${n}@example.org`]),
  );
});

test('every message is sent once after disconnections and deferrals [R7]', async () => {
  const { receive, sendDue, server, deps } = await createMailFixture();
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
  const { receive, sendDue, server, deps, mails } = await createMailFixture();
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
  const { receive, sendDue, server, deps, call } = await createMailFixture();
  const mail = async () => (await call('/api/enquiries/counts')).body.counts.mail;
  expect(await mail()).toEqual({ mode: 'smtp', problem: null, isVerified: false, pendingSince: null });
  await server.stop();
  await receive();
  const at = deps.now().toISOString();
  deps.clock.advance(3_600_000);
  await receive({ email: 'second@example.org' });
  await sendDue();
  deps.clock.advance(10 * minuteMs);
  expect(await mail()).toEqual({
    mode: 'smtp',
    problem: expect.stringContaining('does not accept connections'),
    isVerified: false,
    pendingSince: at,
  });
  await startServer(server.port);
  deps.clock.advance(3_600_000);
  await sendDue();
  expect(await mail()).toEqual({ mode: 'smtp', problem: null, isVerified: true, pendingSince: null });
});

test('an outage is a problem of email once deliveries have failed for ten minutes', async () => {
  const { receive, sendDue, server, deps, services } = await createMailFixture();
  const { status } = services.mailDelivery;
  await receive();
  await sendDue();
  await server.stop();
  await receive({ email: 'second@example.org' });
  await sendDue();
  deps.clock.advance(9 * minuteMs);
  await sendDue();
  expect([status().problem, status().isVerified]).toEqual([null, true]);
  deps.clock.advance(minuteMs);
  expect([status().problem, status().isVerified]).toEqual([
    expect.stringContaining('does not accept connections'),
    false,
  ]);
});

test('another password in SMTP_URL, set by a restart, makes the outcome of the old one obsolete', async () => {
  const server = await startServer();
  const fixture = createEnquiryFixture({ SMTP_URL: server.url.replace('//', '//team:old@') });
  closeAfterTest(fixture.services.jobs.stop);
  const read = (password: string) => {
    const config = loadConfig({ SMTP_URL: server.url.replace('//', `//team:${password}@`) });
    return readMailOutcome({ ...fixture.deps, config }).problem;
  };
  const failed = readMailServer(fixture.deps);
  if (!failed) throw new Error('SMTP_URL is not used');
  recordMailOutcome(fixture.deps, fixture.deps.db, { server: failed, attempt: 'test', problem: 'It refused it.' });
  expect([read('old'), read('new')]).toEqual(['It refused it.', null]);
});

test('a message whose receipt was lost is sent again with the same Message-ID', async () => {
  const { deps, receive, sendDue, server, mails } = await createMailFixture();
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
  closeAfterTest(fixture.services.jobs.stop);
  await fixture.receive();
  server.faults.push('slow');
  await fixture.services.jobs.runDue();
  expect(fixture.mails().map(({ state }) => state)).toEqual(['pending', 'pending']);
  fixture.deps.clock.advance(10 * minuteMs);
  expect(fixture.services.mailDelivery.status().problem).not.toBeNull();
  const patient = createServices({
    ...fixture.deps,
    config: loadConfig({ SMTP_URL: server.url, LEADS_TO: 'team@example.com' }),
  });
  closeAfterTest(patient.jobs.stop);
  fixture.deps.clock.advance(outageDelaysMs[0] ?? 0);
  await patient.jobs.runDue();
  expect(server.taken).toHaveLength(2);
  expect(patient.mailDelivery.status().problem).toBeNull();
});

test('a deferred recipient gets the message later, and the other recipients do not get it again', async () => {
  const { receive, sendDue, server, deps, mails } = await createMailFixture({
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

test('a message that is deferred for two days fails', async () => {
  const { receive, sendDue, server, deps, mails } = await createMailFixture();
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
  const { receive, server, deps } = await createMailFixture();
  await receive();
  const restarted = createServices(deps);
  closeAfterTest(restarted.jobs.stop);
  await restarted.jobs.runDue();
  expect(server.taken).toHaveLength(2);
});
