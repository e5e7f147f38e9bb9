import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long a connection stays half closed, so that the client has time to read the reply. */
const lingerMs = 1000;
/** A rest of this size may still be read, and the connection be used again. */
const maxDrainBytes = 64 * 1024;

/**
 * Prepares the connection for a reply that is sent before the request body was read. A small rest is read and dropped, as Node
 * does. Otherwise nothing more is read, and the connection closes: half at first, because a socket that is destroyed while
 * bytes arrive is reset, and the client may lose the reply with it.
 *
 * @param status of the reply. A failure of the server (5xx) comes in the middle of a body that was welcome, so the rest is
 *   read and dropped for a second: many clients read no reply before they have sent everything.
 */
export function stopReadingBody(incoming: IncomingMessage, outgoing: ServerResponse, status: number): void {
  // A body whose reader has given up has let go of its socket.
  const { socket } = outgoing;
  if (incoming.complete || !socket || socket.destroyed || isSmall(incoming)) return;
  outgoing.shouldKeepAlive = false;
  if (status >= 500) {
    incoming.resume();
  } else {
    // A body that somebody has begun to read is not dumped by Node, whatever its size, after the reply.
    incoming.read(0);
    socket.pause();
    socket.on('resume', () => socket.pause());
  }
  // Node calls this after the reply.
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
}

/** A body without a stated length may be endless. */
function isSmall({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= maxDrainBytes;
}
