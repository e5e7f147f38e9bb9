import { expect, onTestFinished, test } from 'vitest';
import { password } from '../../test/account-fixture.ts';
import { createEnquiryFixture } from '../../test/enquiry-fixture.ts';
import { startMailServer } from '../../test/mail-server.ts';
import { send } from '../../test/test-app.ts';
import { createApp, createServices } from '../app.ts';
import type { Deps } from '../context.ts';
import { auditLog, mailSettings } from '../platform/db/schema/core.ts';
import { minuteMs } from '../platform/durations.ts';
import { readMailOutcome } from '../platform/outbox/mail-outcome.ts';

const secret = 'monsoon-café-77';
const settings = { host: '127.0.0.1', encryption: 'none', user: 'team', sender: 'team@mills.test' } as const;
const put = (body: object, headers?: Record<string, string>) => ({ method: 'PUT', body, ...(headers && { headers }) });

/** Returns the problem that is reported ten minutes from now, when the sign-in is no longer recent. */
function readProblemLater(deps: Deps): string | null {
  return readMailOutcome({ ...deps, now: () => new Date(deps.now().getTime() + 10 * minuteMs) }).problem;
}

async function createFixture(env: Record<string, string> = {}) {
  const server = await startMailServer({ password: secret });
  onTestFinished(server.stop);
  const fixture = createEnquiryFixture({ LEADS_TO: 'owner@mills.test', ...env });
  onTestFinished(fixture.services.jobs.stop);
  const change = { ...settings, port: server.port, password: secret };
  const setServer = (changed: object = {}) => fixture.call('/api/mail-settings', put({ ...change, ...changed }));
  const stored = () => fixture.deps.db.select().from(mailSettings).get();
  return { ...fixture, server, change, setServer, stored };
}

test('a super admin sets the mail server, and the next message is sent through it from the chosen sender', async () => {
  const { call, receive, services, server, setServer, mails } = await createFixture();
  expect((await call('/api/mail-settings')).body).toMatchObject({ source: 'none', server: null, sender: '' });
  const reply = await setServer();
  expect([reply.status, reply.body]).toMatchObject([200, { source: 'admin', sender: 'team@mills.test' }]);
  expect(reply.body.server).toEqual({
    host: '127.0.0.1',
    port: server.port,
    encryption: 'none',
    user: 'team',
    hasPassword: true,
  });
  await receive();
  await services.jobs.runDue();
  expect(mails().map(({ state }) => state)).toEqual(['sent', 'sent']);
  expect((await server.messages())[0]?.from?.address).toBe('team@mills.test');
  expect((await call('/api/outbox')).body.mode).toBe('smtp');
});

test('the password is encrypted in the database, and neither replies nor the audit log contain it', async () => {
  const { call, deps, setServer, stored } = await createFixture();
  const replies = [await setServer(), await call('/api/mail-settings'), await call('/api/audit')];
  expect(stored()?.encryptedPassword).toMatch(/^[\w+/]{40,}=*$/);
  expect(deps.db.$client.serialize().includes(Buffer.from(secret))).toBe(false);
  for (const { text } of replies) expect(text).not.toContain(secret);
  const entry = deps.db.select().from(auditLog).all().at(-1);
  expect(entry).toMatchObject({ action: 'mail.server-set', byName: 'Author' });
  expect(entry?.subject).toMatch(/^127\.0\.0\.1, port \d+, sender team@mills\.test$/);
});

test('a blank password keeps the stored one, but only for the same server, user and protection', async () => {
  const { server, setServer, stored, receive, services } = await createFixture();
  await setServer();
  const before = stored()?.encryptedPassword;
  expect((await setServer({ password: '', sender: 'office@mills.test' })).status).toBe(200);
  expect(stored()).toMatchObject({ encryptedPassword: before, sender: 'office@mills.test' });
  for (const changed of [{ host: 'localhost' }, { user: 'other' }]) {
    const { status, body } = await setServer({ password: '', ...changed });
    expect([status, body.errors]).toEqual([
      422,
      [{ pointer: '/password', detail: 'Enter the password again for these settings.' }],
    ]);
  }
  expect(stored()).toMatchObject({ host: '127.0.0.1', user: 'team', encryptedPassword: before });
  await receive();
  await services.jobs.runDue();
  expect(server.taken).toHaveLength(2);
  await setServer({ encryption: 'tls' });
  expect((await setServer({ password: '', encryption: 'none' })).status).toBe(422);
  await setServer({ user: '', password: '' });
  expect(stored()?.encryptedPassword).toBeNull();
});

test('only a super admin with a recent password changes the mail server', async () => {
  const { app, call, change, deps, stored, token, addUser, signIn } = await createFixture();
  const editor = await signIn(await addUser('Editor'));
  for (const [path, method] of [
    ['', 'GET'],
    ['', 'PUT'],
    ['', 'DELETE'],
    ['/test', 'POST'],
  ] as const) {
    const body = method === 'PUT' ? { body: change } : {};
    expect((await send(app, `/api/mail-settings${path}`, { method, token: editor.token, ...body })).status).toBe(403);
  }
  await token();
  deps.clock.advance(6 * 60_000);
  const refused = await call('/api/mail-settings', put(change));
  expect([refused.status, refused.body.code, stored()]).toEqual([403, 'recent-auth-required', undefined]);
  const removed = await call('/api/mail-settings', { method: 'DELETE' });
  expect([removed.status, removed.body.code]).toEqual([403, 'recent-auth-required']);
  expect((await call('/api/mail-settings', put(change, { 'x-current-password': password }))).status).toBe(200);
});

test.each([
  ['/host', { host: 'https://mail.example.org' }],
  ['/host', { host: 'mail.example.org:587' }],
  ['/port', { port: 0 }],
  ['/port', { port: '25a' }],
  ['/encryption', { encryption: 'ssl' }],
  ['/user', { user: 'a\nb' }],
  ['/sender', { sender: 'team@mills.test, other@mills.test' }],
])(
  'a setting that cannot be used is refused at its field, and its value is not repeated: %s',
  async (pointer, wrong) => {
    const { setServer, stored } = await createFixture();
    const { status, body, text } = await setServer(wrong);
    expect([status, body.errors.map((error: { pointer: string }) => error.pointer), stored()]).toEqual([
      422,
      [pointer],
      undefined,
    ]);
    expect(text).not.toContain(secret);
  },
);

test('SMTP_URL wins over the settings of the admin, which then cannot be changed', async () => {
  const fixture = await createFixture();
  await fixture.setServer();
  const url = 'smtp://urluser:url-secret@mail.example.org:2525?requireTLS=true';
  const mail = { smtpUrl: url, from: 'site@mills.test', leadsTo: [] };
  const config = { ...fixture.deps.config, mail };
  const deps = { ...fixture.deps, config };
  const app = createApp(deps, createServices(deps));
  const call = async (method: string, body?: object) =>
    send(app, '/api/mail-settings', { method, token: await fixture.token(), ...(body && { body }) });
  const { body, text } = await call('GET');
  expect(body).toMatchObject({
    source: 'environment',
    server: { host: 'mail.example.org', port: 2525, encryption: 'starttls', user: 'urluser', hasPassword: true },
    sender: 'site@mills.test',
    isSenderFixed: true,
  });
  expect(text).not.toContain('url-secret');
  const before = fixture.footprint();
  expect([(await call('PUT', fixture.change)).status, (await call('DELETE')).status]).toEqual([409, 409]);
  expect(fixture.footprint()).toEqual(before);
});

test('messages that wait for a server that is down are sent at once when another one is set', async () => {
  const { deps, receive, services, server, setServer, mails } = await createFixture();
  await setServer({ port: 9 });
  await receive();
  await services.jobs.runDue();
  expect(mails().map(({ state }) => state)).toEqual(['pending', 'pending']);
  expect(readProblemLater(deps)).not.toBeNull();
  await setServer();
  expect(readProblemLater(deps)).toBeNull();
  await services.jobs.runDue();
  expect(mails().map(({ state }) => state)).toEqual(['sent', 'sent']);
  expect(server.taken).toHaveLength(2);
});

test('a message whose attempt fails while the server is being changed goes to the new one', async () => {
  const { receive, services, server, setServer } = await createFixture();
  const old = await startMailServer();
  onTestFinished(old.stop);
  await setServer({ port: old.port, user: '' });
  await receive();
  const paused = old.holdNext();
  old.faults.push('reset');
  const sending = services.jobs.runDue();
  await paused.arrived;
  await setServer();
  paused.release();
  await sending;
  expect([old.taken.length, server.taken.length]).toEqual([0, 2]);
});

test('a sender that the server refuses fails no message: they are sent once another one is set', async () => {
  const { receive, services, server, setServer, mails } = await createFixture();
  server.refusedSenders.add('team@mills.test');
  await setServer();
  await receive();
  await services.jobs.runDue();
  expect(mails().map(({ state }) => state)).toEqual(['pending', 'pending']);
  await setServer({ sender: 'office@mills.test' });
  await services.jobs.runDue();
  expect(mails().map(({ state }) => state)).toEqual(['sent', 'sent']);
});

test('with the keys of another installation the password has to be entered again, and messages wait for it', async () => {
  const fixture = await createFixture();
  await fixture.setServer();
  await fixture.receive();
  const deps = { ...fixture.deps, secrets: { ...fixture.deps.secrets, mailPasswordKey: 'x'.repeat(64) } };
  const services = createServices(deps);
  onTestFinished(services.jobs.stop);
  const app = createApp(deps, services);
  const call = async (options: object = {}) =>
    send(app, '/api/mail-settings', { token: await fixture.token(), ...options });
  await services.jobs.runDue();
  expect(fixture.mails().map(({ state }) => state)).toEqual(['pending', 'pending']);
  expect(readProblemLater(deps)).toContain('Enter it again');
  expect((await call()).body.isPasswordLost).toBe(true);
  expect((await call(put({ ...fixture.change, password: '' }))).status).toBe(422);
  expect((await call(put(fixture.change))).body.isPasswordLost).toBe(false);
  await services.jobs.runDue();
  expect(fixture.mails().map(({ state }) => state)).toEqual(['sent', 'sent']);
});

test('without the settings messages are written to files again', async () => {
  const { call, deps, receive, services, setServer, mails } = await createFixture();
  await setServer();
  const { body } = await call('/api/mail-settings', { method: 'DELETE' });
  expect(body).toMatchObject({ source: 'none', server: null });
  expect(deps.db.select().from(auditLog).all().at(-1)?.action).toBe('mail.server-removed');
  await receive();
  await services.jobs.runDue();
  expect(mails().map(({ state }) => state)).toEqual(['written-to-disk', 'written-to-disk']);
});

test('the settings name the addresses that get new enquiries, without a placeholder', async () => {
  const fixed = await createFixture();
  expect((await fixed.call('/api/mail-settings')).body).toMatchObject({
    team: ['owner@mills.test'],
    isTeamFixed: true,
  });
  const { call } = await createFixture({ LEADS_TO: '' });
  expect((await call('/api/mail-settings')).body).toMatchObject({
    team: [],
    contactEmail: 'hello@example.com',
    isTeamFixed: false,
  });
});
