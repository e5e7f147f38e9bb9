import type { MailSettingName, MailTest } from '@threadline/schema/wire/mail-settings';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createEnquiryFixture } from '../../test/enquiry-fixture.ts';
import { startMailServer } from '../../test/mail-server.ts';
import { createServices } from '../app.ts';

const secret = 'monsoon-café-77';
type Options = Parameters<typeof startMailServer>[0];

/** Creates the API with a mail server that was set up in the admin. */
async function createFixture(options: Options = { password: secret }) {
  // The certificate of the test server is meant to be refused; its package warns of it.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const server = await startMailServer(options);
  onTestFinished(server.stop);
  const { call, deps, mails } = createEnquiryFixture();
  const settings = {
    host: '127.0.0.1',
    port: server.port,
    encryption: 'none',
    user: 'team',
    password: secret,
    sender: 'team@mills.test',
  };
  /** Sends a test message with these settings. */
  async function test(changed: object = {}): Promise<MailTest> {
    const body = { ...settings, ...changed };
    expect((await call('/api/mail-settings', { method: 'PUT', body })).status).toBe(200);
    const reply = await call('/api/mail-settings/test', { method: 'POST' });
    expect(reply.status).toBe(200);
    expect(reply.text).not.toContain(secret);
    return reply.body;
  }
  return { server, call, deps, mails, test };
}

test('a test message goes to the signed-in user, from the sender, and leaves no row in the outbox', async () => {
  const { server, mails, test: sendTest } = await createFixture();
  expect(await sendTest()).toMatchObject({
    ok: true,
    detail: expect.stringMatching(/^The message was accepted for author@example\.org\./),
  });
  const [message] = await server.messages();
  expect(message?.subject).toMatch(/^Test message from /);
  expect([message?.from?.address, server.taken[0]?.to]).toEqual(['team@mills.test', ['author@example.org']]);
  expect(mails()).toEqual([]);
});

test.each<[string, Options, object, RegExp, MailSettingName]>([
  [
    'a wrong password',
    { password: secret },
    { password: 'wrong-secret' },
    /^127\.0\.0\.1 refused the user name or the password\./,
    'password',
  ],
  ['a missing sign-in', { password: secret }, { user: '' }, /accepts messages only after a sign-in/, 'user'],
  [
    'an unknown host',
    {},
    { host: 'smtp.nowhere.invalid' },
    /^The server smtp\.nowhere\.invalid was not found\./,
    'host',
  ],
  ['a closed port', {}, { port: 9 }, /^127\.0\.0\.1 does not accept connections on port 9\./, 'port'],
  [
    'a server without STARTTLS',
    {},
    { encryption: 'starttls' },
    /refused an encrypted connection on port \d+\./,
    'encryption',
  ],
  [
    'TLS on a port without it',
    {},
    { encryption: 'tls' },
    /refused an encrypted connection on port \d+\./,
    'encryption',
  ],
  [
    'an invalid certificate',
    { isSecure: true },
    { encryption: 'tls' },
    /^The connection is not secure: the certificate/,
    'host',
  ],
])('%s is explained in plain words, with the field to correct', async (_name, options, changed, sentence, wrong) => {
  const { server, test: sendTest } = await createFixture(options);
  const { ok, detail, field } = await sendTest(changed);
  expect([ok, detail, field]).toEqual([false, expect.stringMatching(sentence), wrong]);
  expect(detail).not.toContain('wrong-secret');
  expect(server.taken).toEqual([]);
});

test('a refused sender and a refused recipient are explained with the answer of the server', async () => {
  const { server, test: sendTest } = await createFixture();
  server.unknown.set('author@example.org', 550);
  expect((await sendTest()).detail).toBe(
    'The server refused the recipient author@example.org. Its answer: “550 No such mailbox”.',
  );
  server.refusedSenders.add('team@mills.test');
  expect((await sendTest()).detail).toBe(
    'The server refused the sender team@mills.test. Use an address that belongs to the mailbox that signs in. Its answer: “553 Sender not allowed”.',
  );
});

test('only faults of the server are the state of email, without the answer of the server', async () => {
  const { server, call, test: sendTest } = await createFixture();
  const readProblem = async () => (await call('/api/enquiries/counts')).body.counts.mail.problem;
  server.unknown.set('author@example.org', 550);
  expect((await sendTest()).ok).toBe(false);
  expect(await readProblem()).toBeNull();
  server.refusedSenders.add('team@mills.test');
  expect((await sendTest()).ok).toBe(false);
  expect(await readProblem()).toBe(
    'The server refused the sender team@mills.test. Use an address that belongs to the mailbox that signs in.',
  );
});

test('a server that repeats the password in its refusal does not give it away', async () => {
  const { server, call, test: sendTest } = await createFixture({ password: 'the right one' });
  expect((await sendTest()).ok).toBe(false);
  expect(server.taken).toEqual([]);
  const { text } = await call('/api/outbox');
  expect(text).not.toContain(secret);
});

test('without a mail server there is nothing to test', async () => {
  const { call } = createEnquiryFixture();
  const { status, body } = await call('/api/mail-settings/test', { method: 'POST' });
  expect([status, body.message]).toEqual([409, 'Email is not set up yet. Save a mail server first.']);
});

test('the outcome of a test message is the state of email, also after a restart, until the settings change', async () => {
  const { call, deps, test: sendTest } = await createFixture();
  const health = () => {
    const services = createServices(deps);
    onTestFinished(services.jobs.stop);
    const { problem, isVerified } = services.mailDelivery.status();
    return { problem, isVerified };
  };
  const { detail } = await sendTest({ host: 'smtp.nowhere.invalid' });
  expect(health()).toEqual({ problem: detail, isVerified: false });
  expect((await call('/api/enquiries/counts')).body.counts.mail).toMatchObject({ problem: detail, isVerified: false });
  await sendTest();
  expect(health()).toEqual({ problem: null, isVerified: true });
  expect((await call('/api/mail-settings', { method: 'DELETE' })).status).toBe(200);
  expect(health()).toEqual({ problem: null, isVerified: false });
});
