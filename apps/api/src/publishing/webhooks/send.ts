import { createHash } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import type { PublishEvent } from '@threadline/schema/wire/publishing';
import { Webhook } from 'standardwebhooks';
import type { WebhookEndpoint } from '../../config.ts';
import { dayMs } from '../../platform/durations.ts';
import { checkedLookup, ForbiddenTargetError, findForbiddenHost, type Resolve } from './ssrf-guard.ts';

interface Delivery {
  /** The same for all attempts, so that the endpoint can recognise a repetition. */
  id: string;
  revision: number;
}

interface Message {
  headers: Record<string, string>;
  body: string;
}

interface Failure {
  failure: string;
  /** Whether the endpoint does not want to be called again. */
  isFinal: boolean;
  /** How long the endpoint asks not to be called. */
  retryAfterMs: number;
}

/**
 * Sends a delivery once. Redirects are not followed, because they could lead to internal addresses.
 *
 * @returns the failure; undefined after success
 */
export async function sendDelivery(
  endpoint: WebhookEndpoint,
  delivery: Delivery,
  at: Date,
): Promise<Failure | undefined> {
  try {
    const { status, retryAfter } = await post(endpoint.url, createMessage(endpoint, delivery, at));
    if (status >= 200 && status < 300) return undefined;
    const isFinal = status === 410;
    const failure = isFinal ? 'The endpoint answered 410 Gone.' : `The endpoint answered ${status}.`;
    return { failure, isFinal, retryAfterMs: status === 429 || status === 503 ? parseRetryAfter(retryAfter, at) : 0 };
  } catch (error) {
    const isForbidden = error instanceof ForbiddenTargetError;
    const failure = isForbidden ? error.message : `The endpoint could not be reached: ${describeError(error)}.`;
    return { failure, isFinal: false, retryAfterMs: 0 };
  }
}

function createMessage(endpoint: WebhookEndpoint, { id, revision }: Delivery, at: Date): Message {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    ...(endpoint.token && { authorization: `Bearer ${endpoint.token}` }),
  };
  if (endpoint.format === 'github') {
    const body = JSON.stringify({ event_type: 'content-published', client_payload: { revision } });
    return { body, headers: { ...headers, accept: 'application/vnd.github+json', 'user-agent': 'threadline' } };
  }
  const event: PublishEvent = { type: 'content.published', timestamp: at.toISOString(), data: { revision } };
  const body = JSON.stringify(event);
  // Both sign while a secret is being replaced.
  const secrets = endpoint.secret
    ? [endpoint.secret, endpoint.previousSecret].filter((secret) => secret !== undefined)
    : [];
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body));
  const signed = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
  return { body, headers: signatures.length > 0 ? { ...headers, ...signed } : headers };
}

/**
 * Sends a message and reads only the status and `Retry-After` of the response. `fetch` would resolve the name again after
 * it has been checked.
 *
 * @param options.timeoutMs until the status arrives
 * @throws ForbiddenTargetError before anything is sent, or the error of the connection
 */
export function post(
  url: string,
  { headers, body }: Message,
  { resolve, timeoutMs = 15_000 }: { resolve?: Resolve; timeoutMs?: number } = {},
): Promise<{ status: number; retryAfter: string | undefined }> {
  const target = new URL(url);
  const { request } = target.protocol === 'https:' ? https : http;
  const {
    promise,
    resolve: succeed,
    reject,
  } = Promise.withResolvers<{ status: number; retryAfter: string | undefined }>();
  const forbidden = findForbiddenHost(target.hostname);
  if (forbidden) return Promise.reject(forbidden);
  const call = request(target, {
    method: 'POST',
    headers,
    // The address of a reused connection would not have been checked.
    agent: false,
    lookup: checkedLookup(resolve),
    signal: AbortSignal.timeout(timeoutMs),
  });
  call.on('error', reject);
  // Without a listener, Node closes the connection after 101 and emits nothing.
  call.on('upgrade', (_, socket) => {
    reject(new Error('it answered with another protocol'));
    socket.destroy();
  });
  // Covers every other end; an endpoint whose call never ends would never be called again.
  call.on('close', () => reject(new Error('the connection was closed without an answer')));
  call.on('response', (reply) => {
    succeed({ status: reply.statusCode ?? 0, retryAfter: reply.headers['retry-after'] });
    reply.destroy();
  });
  call.end(body);
  return promise;
}

/** A longer `Retry-After` may be a mistake. */
const maxRetryAfterMs = dayMs;

/** Parses RFC 9110 §10.2.3: seconds or a date. Returns 0 for anything else. */
export function parseRetryAfter(retryAfter = '', at: Date): number {
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - at.getTime();
  return Number.isNaN(ms) ? 0 : Math.min(maxRetryAfterMs, Math.max(0, ms));
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  const { message } = error.cause instanceof Error ? error.cause : error;
  // An AggregateError of several addresses has only a code.
  return message || ('code' in error ? String(error.code) : 'unknown reason');
}

/**
 * Returns the name of an endpoint for logs, lists and records: its origin, and a digest that distinguishes endpoints of one
 * origin. The rest of a build hook's address is a secret.
 */
export function getEndpointLabel(endpoint: string): string {
  // The publisher has a name instead of an address.
  if (!URL.canParse(endpoint)) return endpoint;
  const { origin, href } = new URL(endpoint);
  if (href === `${origin}/`) return origin;
  return `${origin} (${createHash('sha256').update(href).digest('hex').slice(0, 6)})`;
}
