import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type HttpBindings, serve } from '@hono/node-server';
import { afterEach, expect, test } from 'vitest';
import { createLeadScene } from '../../test/lead-scene.ts';
import { startMailServer } from '../../test/mail-server.ts';
import { send } from '../../test/test-app.ts';
import { ownAddress } from './own-address.ts';
import { runSelfTest } from './service.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** The API on a real port. */
async function startScene(env: Record<string, string> = {}) {
  const scene = createLeadScene(env);
  scene.services.worker.start();
  const server = serve({ fetch: (request, bindings) => scene.app.fetch(request, bindings as HttpBindings), port: 0 });
  await once(server, 'listening');
  open.push(scene.services.worker.stop, () => server.close());
  return { ...scene, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('every step is tried and told, and nobody but the team gets a message', async () => {
  const mailServer = await startMailServer();
  open.push(mailServer.stop);
  const { deps, url, rows } = await startScene({ SMTP_URL: mailServer.url, LEADS_TO: 'team@example.com' });
  const steps = await runSelfTest(deps, url);
  expect(steps.map(({ step, ok }) => [step, ok])).toEqual([
    ['sent', true],
    ['stored', true],
    ['mail', true],
  ]);
  expect(steps[0]?.detail).toContain(rows()[0]?.reference);
  expect((await mailServer.messages()).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^\[Test\] New enquiry TL-/),
  ]);
});

test('without a mail server the message is a file', async () => {
  const { deps, url } = await startScene();
  expect((await runSelfTest(deps, url)).at(-1)).toMatchObject({
    step: 'mail',
    ok: true,
    detail: expect.stringContaining('file'),
  });
});

test('a mail server that is down is the step that is named', async () => {
  const { deps, url } = await startScene({ SMTP_URL: 'smtp://127.0.0.1:9' });
  const steps = await runSelfTest(deps, url);
  expect(steps.map(({ ok }) => ok)).toEqual([true, true, false]);
  expect(steps[2]?.detail).toContain('ECONNREFUSED');
});

test('a form that does not answer is the only step', async () => {
  const { deps } = createLeadScene();
  const steps = await runSelfTest(deps, 'http://127.0.0.1:9');
  expect(steps).toMatchObject([{ step: 'sent', ok: false }]);
});

test('a database that cannot be written is told by the form', async () => {
  const { deps, url } = await startScene();
  deps.db.$client.pragma('query_only = 1');
  expect(await runSelfTest(deps, url)).toMatchObject([
    { step: 'sent', ok: false, detail: expect.stringContaining('503') },
  ]);
});

test('the button needs a session', async () => {
  const { app, rows } = createLeadScene();
  expect((await send(app, '/api/self-test', { method: 'POST' })).status).toBe(401);
  expect(rows()).toEqual([]);
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://127.0.0.1:3000'],
  ['::1', 'http://[::1]:3000'],
])('listening on %s is reached at %s', (host, address) => {
  expect(ownAddress({ http: { host, port: 3000, trustProxy: false } })).toBe(address);
});
