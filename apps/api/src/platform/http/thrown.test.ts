import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type HttpBindings, serve } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { createAccountFixture } from '../../../test/account-fixture.ts';
import { createApp, createFetch, createServices } from '../../app.ts';
import { onError } from './problem-response.ts';

const fixture = createAccountFixture();
const services = createServices(fixture.deps);
const { token } = await fixture.signIn(await fixture.addUser('Owner', 'super_admin'));
const headers = { authorization: `Bearer ${token}` };

/** @returns the address at which it listens */
async function listen(app: Hono): Promise<string> {
  const answer = createFetch(app as ReturnType<typeof createApp>, services);
  const server = serve({
    fetch: (request, env) => answer(request, env as HttpBindings),
    port: 0,
    hostname: '127.0.0.1',
  });
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('an error in a handler is answered with a 500 without its cause, and the server continues [D11]', async () => {
  const url = await listen(createApp(fixture.deps, services) as unknown as Hono);
  const { $client } = fixture.deps.db;
  const usual = await fetch(`${url}/api/audit`, { headers });
  $client.exec('alter table audit_log rename to away');
  const reply = await fetch(`${url}/api/audit`, { headers });
  const text = await reply.text();
  const problem = JSON.parse(text);
  expect([reply.status, problem.status, problem.code, problem.success]).toEqual([500, 500, 'internal', false]);
  expect(problem.requestId).toMatch(/^[\w-]{36}$/);
  expect(reply.headers.get('content-type')).toBe('application/problem+json');
  expect(reply.headers.get('cache-control')).toBe('no-store');
  for (const name of usual.headers.keys()) expect(reply.headers.has(name), name).toBe(true);
  expect(text).not.toMatch(/audit_log|sqlite|\.ts/i);
  expect((await fetch(`${url}/api/livez`)).status).toBe(200);
  $client.exec('alter table away rename to audit_log');
  expect((await fetch(`${url}/api/audit`, { headers })).status).toBe(200);
});

test.each([['words'], [undefined], [null], [{ status: 200 }]])(
  'throwing %j is answered with a 500 without its value, and the server continues [D11]',
  async (thrown) => {
    const app = new Hono().onError(onError(fixture.deps.log)).get('/api/thrown', () => {
      throw thrown;
    });
    const url = await listen(app.route('/', createApp(fixture.deps, services)));
    const reply = await fetch(`${url}/api/thrown`);
    expect([reply.status, await reply.text()]).toEqual([500, expect.not.stringContaining('words')]);
    expect((await fetch(`${url}/api/livez`)).status).toBe(200);
  },
);
