import http from 'node:http';
import https from 'node:https';
import { checkedLookup, type Resolve, refusalOfHost } from './ssrf-guard.ts';

interface Message {
  headers: Record<string, string>;
  body: string;
}

export interface Answer {
  status: number;
  /** As it was sent. */
  retryAfter: string | undefined;
}

interface PostOptions {
  resolve?: Resolve;
  /** Until the status is there. */
  timeoutMs?: number;
}

/**
 * Sends a message to an endpoint, and reads no more of the answer than its status and when to
 * come again. `fetch` would resolve the name itself,
 * after it has been checked.
 *
 * @returns the answer; a redirect is one like any other
 * @throws ForbiddenTargetError before anything is sent, or what went wrong on the way
 */
export function post(
  url: string,
  { headers, body }: Message,
  { resolve, timeoutMs = 15_000 }: PostOptions = {},
): Promise<Answer> {
  const target = new URL(url);
  const { request } = target.protocol === 'https:' ? https : http;
  return new Promise((settle, fail) => {
    const refusal = refusalOfHost(target.hostname);
    if (refusal) return fail(refusal);
    const call = request(target, {
      method: 'POST',
      headers,
      // A connection that stayed open from the last time would be one that nobody has looked at.
      agent: false,
      lookup: checkedLookup(resolve),
      signal: AbortSignal.timeout(timeoutMs),
    });
    call.on('error', fail);
    // Without a listener Node closes the connection to one who answers 101 and tells nobody.
    call.on('upgrade', (_, socket) => {
      fail(new Error('it wants to speak another protocol'));
      socket.destroy();
    });
    // Whatever else may end it: who waits for ever is never called again. After an outcome this does nothing.
    call.on('close', () => fail(new Error('the connection was closed without an answer')));
    call.on('response', (reply) => {
      settle({ status: reply.statusCode ?? 0, retryAfter: reply.headers['retry-after'] });
      reply.destroy();
    });
    call.end(body);
  });
}
