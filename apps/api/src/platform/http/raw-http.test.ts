import { expect, test } from 'vitest';
import { createTestDeps } from '../../../test/create-test-deps.ts';
import { exchange, startRawServer } from '../../../test/raw-server.ts';

import { securityHeaders } from './security-headers.ts';

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
])('%s is refused, with the headers of every reply [D2, D3, X4]', async (_, status, bytes) => {
  const { port } = await startRawServer(createTestDeps());
  const reply = await exchange(port, bytes);
  expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(reply.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
  for (const [name, value] of Object.entries(securityHeaders)) expect(reply).toContain(`${name}: ${value}\r\n`);
  expect(reply).toContain("content-security-policy: default-src 'none'");
  expect(reply).toContain('cache-control: no-store');
});
