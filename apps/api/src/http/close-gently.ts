import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** How long what is still on its way is read and thrown away. */
const lingerMs = 500;

/**
 * For a reply with `Connection: close` to a body that is not read to its end. A socket that is closed while bytes arrive resets
 * the connection, and the sender may lose the reply with it: so it is half closed until the sender has had time to read.
 */
export function closeGently({ env }: Context): void {
  const socket = (env as Partial<HttpBindings> | undefined)?.incoming?.socket;
  if (!socket) return;
  // Node calls this after the reply.
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
}
