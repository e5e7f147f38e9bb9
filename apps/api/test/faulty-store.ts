import { once } from 'node:events';
import { createServer, type RequestListener, request as sendRequest } from 'node:http';
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

export interface StoreProxy {
  url: string;
  /** Returns the status of a refusal for a request; undefined for one that is forwarded. */
  faults: { findRefusal: (method: string, path: string) => number | undefined };
  /** The forwarded and refused requests, such as `PUT /bucket/key`. */
  requests: string[];
}

/** Starts a proxy in front of an object store, whose requests can be refused. @param url as in settings */
export async function startStoreProxy(url: string): Promise<StoreProxy> {
  const target = new URL(url.slice('s3+'.length));
  const faults: StoreProxy['faults'] = { findRefusal: () => undefined };
  const requests: string[] = [];
  const server = createServer((incoming, reply) => {
    const { method = '', url: path = '', headers } = incoming;
    requests.push(`${method} ${path}`);
    const status = faults.findRefusal(method, path);
    if (status !== undefined) {
      incoming.resume();
      reply.writeHead(status).end('<Error><Code>AccessDenied</Code></Error>');
      return;
    }
    // The signature covers the host that the client has called.
    const forwarded = sendRequest({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    forwarded.on('error', () => reply.destroy());
    incoming.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: url.replace(target.host, `127.0.0.1:${port}`), faults, requests };
}
