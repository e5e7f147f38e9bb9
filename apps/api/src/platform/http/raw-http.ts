import { type IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createProblem } from './problem-response.ts';
import { apiHeaders } from './security-headers.ts';

const activeResponses = new WeakMap<Duplex, ServerResponse>();

/**
 * Adds the security headers to responses that the router does not create: Node's own for a request without a host, and the
 * adapter's for a target that is not a path. A body that is unread when the response begins stays unread.
 */
export class HardenedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  override assignSocket(socket: Socket): void {
    super.assignSocket(socket);
    activeResponses.set(socket, this);
  }

  override detachSocket(socket: Socket): void {
    super.detachSocket(socket);
    activeResponses.delete(socket);
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    stopReadingBody(this.req, this, status);
    const headers = rest.at(-1);
    const isFromRouter = typeof headers === 'object' && headers !== null && 'x-content-type-options' in headers;
    if (!isFromRouter) for (const [name, value] of Object.entries(apiHeaders)) this.setHeader(name, value);
    return super.writeHead(status, ...(rest as []));
  }
}

/** Returns a complete response as text, for a socket that is closed afterwards. */
export function formatResponse(status: number): string {
  const headers = Object.entries({ ...apiHeaders, 'content-length': '0', connection: 'close' });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
}

const statusByCode: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers requests that Node's parser refuses, as Node does but with the security headers. */
export function answerParserErrors(server: Pick<Server, 'on'>): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // Never into the middle of another response.
    if (socket.writable && !activeResponses.get(socket)?.headersSent) {
      socket.write(formatResponse(statusByCode[error.code ?? ''] ?? 400));
    }
    socket.destroy(error);
  });
}

/**
 * Returns the refusal of a request with several Host headers (RFC 9112, section 3.2); undefined for other requests. Node takes
 * the first one, where a proxy in front may have taken the last.
 */
export function refuseSeveralHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): Response | undefined {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === 'host').length < 2) return undefined;
  const problem = createProblem('malformed-request', { detail: 'Send one Host header.' }, '');
  const headers = { ...apiHeaders, 'content-type': 'application/problem+json', connection: 'close' };
  return Response.json(problem, { status: problem.status, headers });
}

/** Time that a connection stays half closed, so that the client can read the response. */
const lingerMs = 1000;
/** An unread rest up to this size is read and dropped, so that the connection can be reused. */
const maxDrainBytes = 64 * 1024;

/**
 * Prepares the connection for a response that is sent before the body was read. A large rest is not read. The connection is half
 * closed first: destroying a socket that still receives bytes resets it, and the client may lose the response.
 *
 * @param status of the response. A 5xx interrupts a body that was welcome, so the rest is dropped for a second: many clients
 *   read no response before they have sent everything.
 */
function stopReadingBody(incoming: IncomingMessage, outgoing: ServerResponse, status: number): void {
  // A body whose reader gave up has released its socket.
  const { socket } = outgoing;
  if (incoming.complete || !socket || socket.destroyed || hasSmallBody(incoming)) return;
  outgoing.shouldKeepAlive = false;
  if (status >= 500) {
    incoming.resume();
  } else {
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

/** A body without a stated length may be endless. */
function hasSmallBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= maxDrainBytes;
}
