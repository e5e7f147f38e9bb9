import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';

const summaryMs = 60_000;
/** Errors with a stack, a minute. */
const maxErrorLines = 20;

/**
 * Counts events by kind and writes one line a minute with the counts, so that strangers cannot flood the log. A minute in
 * which nothing happened has no line.
 */
export function createSummary(log: Pick<Logger, 'info'>, message: string) {
  let counts: Record<string, number> = {};
  let timer: NodeJS.Timeout | undefined;

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    if (Object.keys(counts).length > 0) log.info({ counts }, message);
    counts = {};
  }

  return {
    count(kind: string): void {
      counts[kind] = (counts[kind] ?? 0) + 1;
      timer ??= setTimeout(write, summaryMs).unref();
    },
    /** Writes what has been counted now. */
    write,
  };
}

/** Returns a function that logs errors one by one, and from a number of them on only how many there are a minute. */
export function createErrorLog(log: Pick<Logger, 'error' | 'info'>) {
  const others = createSummary(log, 'more errors of the last minute');
  let lines = 0;
  const startAgain = (): void => {
    lines = 0;
  };
  return (fields: { err: Error; requestId: unknown }, message: string): void => {
    if (lines === 0) setTimeout(startAgain, summaryMs).unref();
    if (lines++ < maxErrorLines) log.error(fields, message);
    else others.count(message);
  };
}

/**
 * Summarises the refused requests of a server by status, those that were cut off before a reply, and what could not be read
 * as a request.
 *
 * @returns a function that writes what has been counted, for a server that stops
 */
export function summarizeRefusals(server: Pick<Server, 'on'>, log: Pick<Logger, 'info'>): () => void {
  const summary = createSummary(log, 'requests were refused or cut off in the last minute');
  const busy = new WeakSet<Duplex>();
  server.on('request', ({ socket }, outgoing: ServerResponse) => {
    busy.add(socket);
    outgoing.once('close', () => {
      busy.delete(socket);
      if (!outgoing.headersSent) summary.count('aborted');
      else if (outgoing.statusCode >= 400) summary.count(String(outgoing.statusCode));
    });
  });
  server.on('clientError', (_, socket: Duplex) => {
    // A body that ends too early is counted with its request.
    if (!busy.has(socket)) summary.count('unreadable');
  });
  return summary.write;
}
