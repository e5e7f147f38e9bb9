import type { PublishEvent } from '@threadline/schema/publishing';
import { Webhook } from 'standardwebhooks';
import type { WebhookEndpoint } from '../../config.ts';
import { post } from './post.ts';
import { ForbiddenTargetError } from './ssrf-guard.ts';

interface Delivery {
  /** Stays the same over all attempts, so that the endpoint can tell a repetition. */
  id: string;
  revision: number;
}

interface Signed {
  /** All of them sign: whoever has one of them can check. */
  secrets: string[];
  id: string;
  at: Date;
  body: string;
}

/** Standard Webhooks headers for a body. */
function signedHeaders({ secrets, id, at, body }: Signed): Record<string, string> {
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}

export const goneFailure = 'The endpoint answered 410: it wants no more calls.';

function requestOf(
  endpoint: WebhookEndpoint,
  { id, revision }: Delivery,
  at: Date,
): { body: string; headers: Record<string, string> } {
  const authorization: Record<string, string> = endpoint.token ? { authorization: `Bearer ${endpoint.token}` } : {};
  if (endpoint.format === 'github') {
    const body = JSON.stringify({ event_type: 'content-published', client_payload: { revision } });
    return {
      body,
      headers: {
        ...authorization,
        'content-type': 'application/json',
        accept: 'application/vnd.github+json',
        'user-agent': 'threadline',
      },
    };
  }
  const event: PublishEvent = { type: 'content.published', timestamp: at.toISOString(), data: { revision } };
  const body = JSON.stringify(event);
  const secrets = [endpoint.secret, endpoint.previousSecret].filter((secret) => secret !== undefined);
  const headers: Record<string, string> = endpoint.secret
    ? signedHeaders({ secrets, id, at, body })
    : { 'content-type': 'application/json' };
  return { body, headers: { ...authorization, ...headers } };
}

interface Failure {
  failure: string;
  /** How long the endpoint wants to be left alone. */
  restMs: number;
}

/** One attempt. Answers what went wrong, or undefined. Redirects are not followed: they could lead inside. */
export async function sendDelivery(
  endpoint: WebhookEndpoint,
  delivery: Delivery,
  at: Date,
): Promise<Failure | undefined> {
  try {
    const { status, retryAfter } = await post(endpoint.url, requestOf(endpoint, delivery, at));
    if (status >= 200 && status < 300) return undefined;
    const failure = status === 410 ? goneFailure : `The endpoint answered ${status}.`;
    return { failure, restMs: status === 429 || status === 503 ? restMsOf(retryAfter, at) : 0 };
  } catch (error) {
    const failure =
      error instanceof ForbiddenTargetError ? error.message : `The endpoint could not be reached: ${reasonOf(error)}.`;
    return { failure, restMs: 0 };
  }
}

/** Longer than this nobody is left alone: it could be a mistake. */
const longestRestMs = 24 * 60 * 60 * 1000;

/** RFC 9110 10.2.3: seconds, or a moment. What is neither asks for nothing. */
export function restMsOf(retryAfter = '', at: Date): number {
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - at.getTime();
  return Number.isNaN(ms) ? 0 : Math.min(longestRestMs, Math.max(0, ms));
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  const { message } = error.cause instanceof Error ? error.cause : error;
  // Of several addresses that all failed there is only a code.
  return message || ('code' in error ? String(error.code) : 'unknown reason');
}
