import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import { type HttpBindings, serve } from '@hono/node-server';
import type { Config } from '../../config.ts';
import { answerParserErrors, formatResponse, HardenedResponse } from './raw-http.ts';

/**
 * Time limits for receiving a request, in milliseconds: a client that sends one byte at a time would hold its connection forever.
 * It gets a 408. Responses and event streams are not limited.
 */
const serverLimits = {
  headersTimeout: 10_000,
  /** Headers and body: 64 MB of images at 2 Mbit/s. */
  requestTimeout: 300_000,
  connectionsCheckingInterval: 2000,
} satisfies ServerOptions;

/** Options of the HTTP adapter. */
export const adapterOptions = {
  // The clean-up would read up to 64 MB of an unread body.
  autoCleanupIncoming: false,
  serverOptions: { ...serverLimits, ServerResponse: HardenedResponse },
};

const uploadPath = '/api/upload/multiple';
const bodyMs = 30_000;

/** Limits the time for a body. Only uploads may use all of `requestTimeout`; every other body is small. */
export function limitBodyTime(server: Pick<Server, 'on'>, ms = bodyMs): void {
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { headers, socket, url } = incoming;
    const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
    if (!hasBody || url?.split('?', 1)[0] === uploadPath) return;
    const timer = setTimeout(() => {
      if (incoming.complete) return;
      if (!outgoing.headersSent) socket.write(formatResponse(408));
      socket.destroy();
    }, ms);
    timer.unref();
    incoming.once('end', () => clearTimeout(timer));
    incoming.once('close', () => clearTimeout(timer));
  });
}

type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>;

/**
 * Starts an HTTP server with the limits above. Resolves when it listens.
 *
 * @throws Error whose message is a sentence for the operator
 */
export async function listen(fetch: Fetch, { http: { port, host } }: Pick<Config, 'http'>): Promise<Server> {
  const server = serve({
    fetch: (request, env) => fetch(request, env as HttpBindings),
    port,
    hostname: host,
    ...adapterOptions,
  }) as Server;
  limitBodyTime(server);
  answerParserErrors(server);
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', ({ code, message }: NodeJS.ErrnoException) =>
      reject(
        new Error(code === 'EADDRINUSE' ? `Port ${port} on ${host} is taken. Choose another one with PORT.` : message),
      ),
    );
  });
  return server;
}
