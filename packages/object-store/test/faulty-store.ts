import type { RequestListener } from 'node:http';
import { startServer } from './start-server.ts';

/** Refuses every request as a store does if the key lacks a permission. */
export const refuseAll: RequestListener = (_request, reply) =>
  reply.writeHead(403).end('<Error><Code>AccessDenied</Code><AWSAccessKeyId>canary-key</AWSAccessKeyId></Error>');

/** Starts an object store that gives these answers. @returns its URL as in settings */
export async function startFaultyStore(answer: RequestListener): Promise<string> {
  const { host } = new URL(await startServer(answer));
  return `s3+http://canary-key:canary-secret@${host}/bucket?region=auto`;
}
