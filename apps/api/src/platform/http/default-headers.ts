import { type IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { stopReadingBody } from './linger.ts';
import { apiHeaders } from './security-headers.ts';

const underWay = new WeakMap<Duplex, ServerResponse>();

/**
 * A reply that was not made by the router, such as Node's own to a request without a host, or the adapter's to a target
 * that is no path, gets the headers of every reply here. A body that is unread when the reply begins stays unread.
 */
export class GuardedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  override assignSocket(socket: Socket): void {
    super.assignSocket(socket);
    underWay.set(socket, this);
  }

  override detachSocket(socket: Socket): void {
    super.detachSocket(socket);
    underWay.delete(socket);
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    stopReadingBody(this.req, this, status);
    const headers = rest.at(-1);
    const isOfTheRouter = typeof headers === 'object' && headers !== null && 'x-content-type-options' in headers;
    if (!isOfTheRouter) for (const [name, value] of Object.entries(apiHeaders)) this.setHeader(name, value);
    return super.writeHead(status, ...(rest as []));
  }
}

/** The whole reply to what cannot be answered as a request, after which the connection is closed. */
export function bareReply(status: number): string {
  const headers = Object.entries({ ...apiHeaders, 'content-length': '0', connection: 'close' });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
}

const statusByCode: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers what Node's parser refuses, as Node does but with our headers. */
export function guardRefusals(server: Pick<Server, 'on'>): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // Never into the middle of another reply.
    if (socket.writable && !underWay.get(socket)?.headersSent) {
      socket.write(bareReply(statusByCode[error.code ?? ''] ?? 400));
    }
    socket.destroy(error);
  });
}
