import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

import { createAccountFixture } from '../../../test/account-fixture.ts';
import { startRawServer } from '../../../test/raw-server.ts';

async function startServer() {
  const { deps, addUser, signIn } = createAccountFixture();
  const { port } = await startRawServer(deps);
  const { token } = await signIn(await addUser('Editor'));
  return { port, token };
}

const json = '/api/content/hero/title';
const upload = '/api/upload/multiple';
const block = Buffer.alloc(64 * 1024, 'x');

test.each([
  [401, 'PUT', json, 'application/json', false],
  [401, 'POST', upload, 'multipart/form-data; boundary=x', false],
  [404, 'POST', '/api/nothing', 'application/json', false],
  [405, 'POST', '/terms/', 'multipart/form-data; boundary=x', false],
  [413, 'PUT', json, 'application/json', true],
  [413, 'POST', upload, 'multipart/form-data; boundary=x', true],
] as const)('a body of 1 GB that is answered %i to %s %s (%s, signed in: %s) is cut off', async (...refusal) => {
  const [status, method, path, type, isSignedIn] = refusal;
  const { port, token } = await startServer();
  const socket = connect({ port, host: '127.0.0.1' });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  const reply = once(socket, 'data');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const authorization = isSignedIn ? `authorization: Bearer ${token}\r\n` : '';
  socket.write(
    `${method} ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\n${authorization}content-length: 1000000000\r\n\r\n`,
  );
  expect(String((await reply)[0])).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  const total = 1_000_000_000;
  let sent = 0;
  while (sent < total && !socket.closed) {
    sent += block.length;
    if (!socket.write(block)) await Promise.race([once(socket, 'drain'), closed]).catch(() => {});
  }
  expect(sent).toBeLessThan(total);
});

test('a small body that is refused before it has arrived does not cost the connection', async () => {
  const { port } = await startServer();
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const head = (path: string, more: string) => `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${more}\r\n\r\n`;
  socket.write(head('/api/nothing', 'content-length: 40000'));
  const [first] = await once(socket, 'data');
  socket.write(Buffer.alloc(40_000, 'x'));
  socket.write(head('/api/nothing', 'content-length: 0\r\nconnection: close'));
  expect(String(first)).toMatch(/^HTTP\/1\.1 404 [\s\S]*connection: keep-alive/i);
  expect(await text(socket)).toMatch(/HTTP\/1\.1 404 /);
});
