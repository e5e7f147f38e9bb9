import type { Server, ServerOptions } from 'node:http';
import { type HttpBindings, serve } from '@hono/node-server';
import type { Config } from '../../config.ts';

/**
 * Time limits for receiving a request, in milliseconds: a client that sends one byte at a time would hold its connection forever.
 * It gets a 408. Responses and event streams are not limited.
 */
const serverOptions = {
  headersTimeout: 10_000,
  /** Headers and body: 64 MB of images at 2 Mbit/s. */
  requestTimeout: 300_000,
  connectionsCheckingInterval: 2000,
} satisfies ServerOptions;

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
    serverOptions,
  }) as Server;
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
