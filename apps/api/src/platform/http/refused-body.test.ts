import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

import { createAccountFixture } from '../../../test/account-fixture.ts';
import { startRawServer } from '../../../test/raw-server.ts';

const kib = 1024;
/** As much as a client sends before it gives up. */
const maxSentBytes = 64 * kib * kib;
const block = Buffer.alloc(64 * kib, 'x');
const chunk = Buffer.concat([Buffer.from(`${block.length.toString(16)}\r\n`), block, Buffer.from('\r\n')]);

async function startServer() {
  const { deps, addUser, signIn } = createAccountFixture();
  const { server, port } = await startRawServer(deps);
  const { promise: readAfterReply, resolve } = Promise.withResolvers<number>();
  server.on('request', ({ socket }, outgoing) => {
    let atReply = 0;
    outgoing.once('prefinish', () => {
      atReply = socket.bytesRead;
    });
    socket.once('close', () => resolve(socket.bytesRead - atReply));
  });
  const { token } = await signIn(await addUser('Editor'));
  return { port, token, readAfterReply };
}

/** Sends blocks for as long as the server takes them. Returns how many bytes were handed to the system. */
async function sendOn(socket: Socket, bytes: Buffer): Promise<number> {
  let sent = 0;
  socket.on('error', () => {});
  while (sent < maxSentBytes && !socket.closed) {
    sent += bytes.length;
    if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {});
  }
  return sent;
}

const json = '/api/content/hero/title';
const upload = '/api/upload/multiple';

const refusals = [
  [401, 'PUT', json, 'application/json', false],
  [401, 'POST', upload, 'multipart/form-data; boundary=x', false],
  [404, 'POST', '/api/nothing', 'application/json', false],
  [404, 'POST', '/api/upload/nothing', 'multipart/form-data; boundary=x', true],
  [405, 'POST', '/admin/', 'application/json', false],
  [405, 'POST', '/terms/', 'multipart/form-data; boundary=x', false],
  [413, 'POST', '/api/request/send-request', 'application/json', false],
  [413, 'PUT', json, 'application/json', true],
] as const;

test.each([
  ...refusals.map((refusal) => ['Content-Length', ...refusal] as const),
  ...refusals.map((refusal) => ['chunks', ...refusal] as const),
  // In chunks an upload is refused after 64 MB, which is more than is sent here.
  ['Content-Length', 413, 'POST', upload, 'multipart/form-data; boundary=x', true] as const,
])('a body in %s that is answered %i to %s %s (%s, signed in: %s) is not read on', async (framing, ...refusal) => {
  const [status, method, path, type, isSignedIn] = refusal;
  const { port, token, readAfterReply } = await startServer();
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  const reply = text(socket).catch(String);
  const length = framing === 'chunks' ? 'transfer-encoding: chunked' : 'content-length: 1000000000';
  const authorization = isSignedIn ? `authorization: Bearer ${token}\r\n` : '';
  socket.write(
    `${method} ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\n${authorization}${length}\r\n\r\n`,
  );
  const sent = await sendOn(socket, framing === 'chunks' ? chunk : block);
  expect(await reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*\r\nconnection: close\r\n`, 'i'));
  expect(sent).toBeLessThan(maxSentBytes);
  expect(await readAfterReply).toBeLessThanOrEqual(64 * kib);
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
