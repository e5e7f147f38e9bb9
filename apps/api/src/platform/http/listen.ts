import { type IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';
import { type HttpBindings, serve } from '@hono/node-server';
import type { Config } from '../../config.ts';

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

/** Time that a connection stays half closed, so that the client can read the response. */
const lingerMs = 1000;
/** An unread rest up to this size is read and dropped, so that the connection can be reused. */
const maxDrainBytes = 64 * 1024;

/**
 * A response that may be sent before the body was read. A large rest of the body is not read. The connection is half closed
 * first: destroying a socket that still receives bytes resets it, and the client may lose the response.
 */
class EarlyResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  override writeHead(status: number, ...rest: unknown[]): this {
    this.#stopReading(status);
    return super.writeHead(status, ...(rest as []));
  }

  #stopReading(status: number): void {
    const { req: incoming, socket } = this;
    // A body whose reader gave up has released its socket.
    if (incoming.complete || !socket || socket.destroyed || hasSmallBody(incoming)) return;
    this.shouldKeepAlive = false;
    // A 5xx interrupts a body that was welcome: many clients read no response before they have sent everything.
    if (status >= 500) incoming.resume();
    else {
      // Node drains a body of any size that was never read, so one read is started.
      incoming.read(0);
      socket.pause();
      socket.on('resume', () => socket.pause());
    }
    // Node calls this after the response.
    socket.destroySoon = () => {
      socket.end();
      setTimeout(() => socket.destroy(), lingerMs).unref();
    };
  }
}

/** A body without a stated length may be endless. */
function hasSmallBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= maxDrainBytes;
}

/** Options of the HTTP adapter. Its own clean-up would read up to 64 MB of an unread body, and then cut the connection. */
export const adapterOptions = {
  autoCleanupIncoming: false,
  serverOptions: { ...serverLimits, ServerResponse: EarlyResponse },
};

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
