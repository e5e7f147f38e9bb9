import type { ServerOptions } from 'node:http';

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
