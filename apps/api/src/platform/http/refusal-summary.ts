import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';

const summaryMs = 60_000;
/** Errors with a stack trace per minute. */
const maxErrorLines = 20;

/**
 * Counts events by kind and logs the counts once a minute, so that visitors cannot flood the log. A minute without events has no
 * entry.
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
    /** Logs the counts now. */
    write,
  };
}

/** Returns a function that logs the first errors of a minute one by one and only counts the others. */
export function createErrorLog(log: Pick<Logger, 'error' | 'info'>) {
  const others = createSummary(log, 'more errors of the last minute');
  let lines = 0;
  const reset = (): void => {
    lines = 0;
  };
  return (fields: { err: Error; requestId: unknown }, message: string): void => {
    if (lines === 0) setTimeout(reset, summaryMs).unref();
    if (lines++ < maxErrorLines) log.error(fields, message);
    else others.count(message);
  };
}

/**
 * Summarises the requests of a server that were refused (by status), aborted before a response, or unreadable.
 *
 * @returns a function that logs the counts now, for the shutdown
 */
export function summarizeRefusals(server: Pick<Server, 'on'>, log: Pick<Logger, 'info'>): () => void {
  const summary = createSummary(log, 'requests were refused or cut off in the last minute');
  const busySockets = new WeakSet<Duplex>();
  server.on('request', ({ socket }, outgoing: ServerResponse) => {
    busySockets.add(socket);
    outgoing.once('close', () => {
      busySockets.delete(socket);
      if (!outgoing.headersSent) summary.count('aborted');
      else if (outgoing.statusCode >= 400) summary.count(String(outgoing.statusCode));
    });
  });
  server.on('clientError', (_, socket: Duplex) => {
    // An incomplete body is counted with its request.
    if (!busySockets.has(socket)) summary.count('unreadable');
  });
  return summary.write;
}
