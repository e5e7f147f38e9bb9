import type { PublishEvent } from '@threadline/schema/publishing';
import { Webhook } from 'standardwebhooks';
import type { WebhookReceiver } from '../config.ts';
import { refusalOf } from './target-guard.ts';

const replyTimeoutMs = 15_000;

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
    const refusal = await refusalOf(receiver.url);
    if (refusal) return refusal;
    const response = await fetch(receiver.url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(replyTimeoutMs),
      ...requestOf(receiver, delivery, at),
    });
    await response.body?.cancel();
    if (response.ok) return undefined;
    return response.status === 410 ? goneFailure : `The receiver answered ${response.status}.`;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return `The receiver could not be reached: ${cause instanceof Error ? cause.message : 'unknown reason'}.`;
  }
}
