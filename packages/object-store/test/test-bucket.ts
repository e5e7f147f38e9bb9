import { randomUUID } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** An address that starts the test server and answers with its URL; empty where it cannot be started. */
    objectStore: string;
  }
}

/** Creates an empty bucket on the server of the tests. @returns its URL as in settings, with an optional prefix */
export async function createTestBucket(prefix = ''): Promise<string> {
  const reply = await fetch(inject('objectStore'));
  const url = await reply.text();
  if (!reply.ok) throw new Error(url);
  return createBucket(url, prefix);
}

/** @param url `s3+http://KEY:SECRET@HOST:PORT` */
export async function createBucket(url: string, prefix = ''): Promise<string> {
  const server = new URL(url.slice('s3+'.length));
  const bucket = `test-${randomUUID()}`;
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(server.username),
    secretAccessKey: decodeURIComponent(server.password),
    region: 'default',
    service: 's3',
  });
  const reply = await client.fetch(`${server.origin}/${bucket}`, { method: 'PUT' });
  if (!reply.ok) throw new Error(`The bucket was not created: ${await reply.text()}`);
  return `s3+${server.protocol}//${server.username}:${server.password}@${server.host}/${bucket}${prefix}?region=default`;
}
