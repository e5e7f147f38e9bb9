import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type HttpBindings, serve } from '@hono/node-server';
import { expect, onTestFinished, test } from 'vitest';
import { createAccountScene } from '../../test/account-scene.ts';
import { createApp, createFetch, createServices } from '../app.ts';
import { GuardedResponse, guardRefusals } from './guarded-response.ts';
import { securityHeaders } from './security-headers.ts';

async function startServer(): Promise<number> {
  const { deps } = createAccountScene();
  const services = createServices(deps);
  const fetch = createFetch(createApp(deps, services), services);
  const server = serve({
    fetch: (request, env) => fetch(request, env as HttpBindings),
    port: 0,
    hostname: '127.0.0.1',
    serverOptions: { ServerResponse: GuardedResponse },
  });
  guardRefusals(server as Server);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** @returns all that is answered to these bytes, until the server closes the connection */
function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(bytes);
  return text(socket);
}

const last = 'connection: close\r\n\r\n';

test.each([
  ['a header of 20 KB', 431, `GET / HTTP/1.1\r\nhost: a\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['an address of 20 KB', 431, `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`],
  ['a header without a colon', 400, 'GET / HTTP/1.1\r\nhost: a\r\nnothing\r\n\r\n'],
  [
    'a length and chunks',
    400,
    'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['two lengths', 400, 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabc'],
  ['a blank before the colon', 400, 'GET / HTTP/1.1\r\nhost : a\r\n\r\n'],
  ['a folded header', 400, 'GET / HTTP/1.1\r\nhost: a\r\nx-one: 1\r\n 2\r\n\r\n'],
  ['lines that end with a line feed alone', 400, 'GET / HTTP/1.1\nhost: a\n\n'],
  ['no HTTP at all', 400, 'hello\r\n\r\n'],
  ['two hosts', 400, `GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n${last}`],
  ['the same host twice', 400, `GET /api/content HTTP/1.1\r\nhost: a\r\nHOST: a\r\n${last}`],
  ['no host', 400, 'GET / HTTP/1.1\r\n\r\n'],
  ['a host that is none', 400, `GET / HTTP/1.1\r\nhost: a/b\r\n${last}`],
  ['the target *', 400, `OPTIONS * HTTP/1.1\r\nhost: a\r\n${last}`],
  ['an expectation that nobody knows', 417, `GET / HTTP/1.1\r\nhost: a\r\nexpect: more\r\n${last}`],
])('D2 D3 X4 %s is refused, with the headers of every reply', async (_, status, bytes) => {
  const reply = await exchange(await startServer(), bytes);
  expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(reply.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
  for (const [name, value] of Object.entries(securityHeaders)) expect(reply).toContain(`${name}: ${value}\r\n`);
  expect(reply).toContain("content-security-policy: default-src 'none'");
  expect(reply).toContain('cache-control: no-store');
});
