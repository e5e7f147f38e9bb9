import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type HttpBindings, serve } from '@hono/node-server';
import { afterEach, expect, test } from 'vitest';
import { createEnquiryFixture } from '../../test/enquiry-fixture.ts';
import { startMailServer } from '../../test/mail-server.ts';
import { send } from '../../test/test-app.ts';
import { getLocalUrl, runSelfTest } from './self-test.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** The API on a real port. */
async function startFixture(env: Record<string, string> = {}) {
  const fixture = createEnquiryFixture(env);
  fixture.services.jobs.start();
  const server = serve({ fetch: (request, bindings) => fixture.app.fetch(request, bindings as HttpBindings), port: 0 });
  await once(server, 'listening');
  open.push(fixture.services.jobs.stop, () => server.close());
  return {
    ...fixture,
    mailDelivery: fixture.services.mailDelivery,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
}

test('every step is tried and reported, and only the team receives a message', async () => {
  const mailServer = await startMailServer();
  open.push(mailServer.stop);
  const { deps, url, mailDelivery, rows } = await startFixture({
    SMTP_URL: mailServer.url,
    LEADS_TO: 'team@mills.test, second@mills.test',
  });
  const steps = await runSelfTest(deps, { url, mailDelivery });
  expect(steps.map(({ step, ok }) => [step, ok])).toEqual([
    ['sent', true],
    ['stored', true],
    ['mail', true],
    ['recipients', true],
  ]);
  expect(steps[2]?.detail).toBe('The mail server accepted the message to team@mills.test, second@mills.test.');
  expect(steps[0]?.detail).toContain(rows()[0]?.reference);
  expect((await mailServer.messages()).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^\[Test\] New enquiry ENQ-/),
  ]);
});

test('without a mail server the message is written to a file', async () => {
  const { deps, url, mailDelivery } = await startFixture();
  expect((await runSelfTest(deps, { url, mailDelivery })).slice(2)).toMatchObject([
    { step: 'mail', ok: true, detail: 'The message to hello@example.com waits in the outbox: email is not set up.' },
    {
      step: 'recipients',
      ok: false,
      detail: expect.stringMatching(
        /messages are kept and not sent\. A super admin can set it up under Email settings\./,
      ),
    },
  ]);
});

test.each([
  [{}, 'hello@example.com'],
  [{ LEADS_TO: 'team@mills.test, sales@example.org' }, 'sales@example.org'],
])('a message accepted for a placeholder address fails the recipients step: %j', async (env, named) => {
  const mailServer = await startMailServer();
  open.push(mailServer.stop);
  const { deps, url, mailDelivery } = await startFixture({ SMTP_URL: mailServer.url, ...env });
  const [, , mail, recipients] = await runSelfTest(deps, { url, mailDelivery });
  expect(mail?.ok).toBe(true);
  expect(recipients).toMatchObject({ step: 'recipients', ok: false });
  expect(recipients?.detail).toContain(`go to ${named}, a placeholder:`);
});

test('a mail server that never answers is reported after ten seconds', async () => {
  const mailServer = await startMailServer();
  open.push(mailServer.stop);
  mailServer.faults.push('slow');
  const { deps, url, mailDelivery } = await startFixture({ SMTP_URL: mailServer.url, LEADS_TO: 'team@mills.test' });
  expect((await runSelfTest(deps, { url, mailDelivery })).slice(2)).toEqual([
    {
      step: 'mail',
      ok: false,
      detail: expect.stringMatching(
        /^The message to team@mills\.test waits: the mail server has not answered since \d{4}-\S+Z\.$/,
      ),
    },
    { step: 'recipients', ok: true, detail: 'Messages to the team go to team@mills.test.' },
  ]);
});

test('a mail server that defers messages is reported with its answer', async () => {
  const mailServer = await startMailServer();
  open.push(mailServer.stop);
  mailServer.faults.push('put-off');
  const { deps, url, mailDelivery } = await startFixture({ SMTP_URL: mailServer.url, LEADS_TO: 'team@mills.test' });
  expect((await runSelfTest(deps, { url, mailDelivery }))[2]).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/^The message to team@mills\.test was not accepted: 451 /),
  });
});

test('only the token of the data folder runs the test', async () => {
  const { app, deps, rows } = createEnquiryFixture();
  const run = (headers: Record<string, string>) => send(app, '/api/self-test/by-token', { method: 'POST', headers });
  expect((await run({})).status).toBe(401);
  expect((await run({ 'x-threadline-self-test': 'another' })).status).toBe(403);
  expect(rows()).toEqual([]);
  const { status, body } = await run({ 'x-threadline-self-test': deps.secrets.selfTestToken });
  expect([status, body.steps]).toMatchObject([200, [{ step: 'sent', ok: false }]]);
});

test('a mail server that is down fails its step', async () => {
  const { deps, url, mailDelivery } = await startFixture({ SMTP_URL: 'smtp://127.0.0.1:9' });
  const steps = await runSelfTest(deps, { url, mailDelivery });
  expect(steps.map(({ ok }) => ok)).toEqual([true, true, false, false]);
  expect(steps[2]?.detail).toContain('does not accept connections on port 9');
});

test('without an answer from the form no other step runs', async () => {
  const { deps, services } = createEnquiryFixture();
  const steps = await runSelfTest(deps, { url: 'http://127.0.0.1:9', mailDelivery: services.mailDelivery });
  expect(steps).toMatchObject([{ step: 'sent', ok: false }]);
});

test('a read-only database fails the step of the form', async () => {
  const { deps, url, mailDelivery } = await startFixture();
  deps.db.$client.pragma('query_only = 1');
  expect(await runSelfTest(deps, { url, mailDelivery })).toMatchObject([
    { step: 'sent', ok: false, detail: expect.stringContaining('503') },
  ]);
});

test('starting the self-test in the admin requires a session', async () => {
  const { app, rows } = createEnquiryFixture();
  expect((await send(app, '/api/self-test', { method: 'POST' })).status).toBe(401);
  expect(rows()).toEqual([]);
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://127.0.0.1:3000'],
  ['::1', 'http://[::1]:3000'],
])('an API listening on %s is called at %s', (host, address) => {
  expect(getLocalUrl({ http: { host, port: 3000, trustProxy: false } })).toBe(address);
});
