import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts an object store that gives these answers. @returns its URL as in settings */
export async function startFaultyStore(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return `s3+http://canary-key:canary-secret@127.0.0.1:${port}/bucket?region=auto`;
}

/** Refuses every request as a store does if the key lacks a permission. */
export const refuseAll: RequestListener = (_request, reply) =>
  reply.writeHead(403).end('<Error><Code>AccessDenied</Code><AWSAccessKeyId>canary-key</AWSAccessKeyId></Error>');
