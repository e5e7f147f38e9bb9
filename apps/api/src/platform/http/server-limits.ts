import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import { bareReply, GuardedResponse } from './default-headers.ts';

/**
 * How long a caller may take to send its request, in milliseconds: whoever sends one byte at a time would hold its
 * connection for as long as it likes. It is answered 408. Replies and streams of events are not limited by this.
 */
export const serverLimits = {
  headersTimeout: 10_000,
  /** Headers and body: 64 MB of pictures at 2 Mbit/s. */
  requestTimeout: 300_000,
  connectionsCheckingInterval: 2000,
} satisfies ServerOptions;

/** Options of the HTTP adapter. */
export const adapterOptions = {
  // It would read up to 64 MB of a body that nobody has read.
  autoCleanupIncoming: false,
  serverOptions: { ...serverLimits, ServerResponse: GuardedResponse },
};

const uploadPath = '/api/upload/multiple';
const bodyMs = 30_000;

/** Only uploads have all of `requestTimeout` for their body; everything else is small. */
export function limitBodyTime(server: Pick<Server, 'on'>, ms = bodyMs): void {
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { headers, socket, url } = incoming;
    const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
    if (!hasBody || url?.split('?', 1)[0] === uploadPath) return;
    const timer = setTimeout(() => {
      if (incoming.complete) return;
      if (!outgoing.headersSent) socket.write(bareReply(408));
      socket.destroy();
    }, ms);
    timer.unref();
    incoming.once('end', () => clearTimeout(timer));
    incoming.once('close', () => clearTimeout(timer));
  });
}
