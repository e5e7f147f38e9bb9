import type { PublishEvent } from '@threadline/schema/publishing';
import { Webhook } from 'standardwebhooks';
import type { WebhookReceiver } from '../config.ts';
import { post } from './post.ts';
import { ForbiddenTargetError } from './target-guard.ts';

interface Delivery {
  /** Stays the same over all attempts, so that the receiver can tell a repetition. */
  id: string;
  revision: number;
}

/** Standard Webhooks headers for a body. */
function signedHeaders({
  secret,
  id,
  at,
  body,
}: {
  secret: string;
  id: string;
  at: Date;
  body: string;
}): Record<string, string> {
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
}

export const goneFailure = 'The receiver answered 410: it wants no more calls.';

function requestOf(
  receiver: WebhookReceiver,
  { id, revision }: Delivery,
  at: Date,
): { body: string; headers: Record<string, string> } {
  const authorization: Record<string, string> = receiver.token ? { authorization: `Bearer ${receiver.token}` } : {};
  if (receiver.format === 'github') {
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
  const headers: Record<string, string> = receiver.secret
    ? signedHeaders({ secret: receiver.secret, id, at, body })
    : { 'content-type': 'application/json' };
  return { body, headers: { ...authorization, ...headers } };
}

/** One attempt. Answers what went wrong, or undefined. Redirects are not followed: they could lead inside. */
export async function sendDelivery(
  receiver: WebhookReceiver,
  delivery: Delivery,
  at: Date,
): Promise<string | undefined> {
  try {
    const status = await post(receiver.url, requestOf(receiver, delivery, at));
    if (status >= 200 && status < 300) return undefined;
    return status === 410 ? goneFailure : `The receiver answered ${status}.`;
  } catch (error) {
    if (error instanceof ForbiddenTargetError) return error.message;
    return `The receiver could not be reached: ${reasonOf(error)}.`;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  const { message } = error.cause instanceof Error ? error.cause : error;
  // Of several addresses that all failed there is only a code.
  return message || ('code' in error ? String(error.code) : 'unknown reason');
}
