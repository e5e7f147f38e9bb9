import { indianTimeZone } from '@threadline/schema/primitives/indian-time';
import { toE164 } from '@threadline/schema/primitives/phone';
import type { EnquiryTexts, EnquiryValues } from './enquiry-form.ts';

type OutcomeTexts = Pick<EnquiryTexts, 'success' | 'reference' | 'due' | 'failure' | 'invalidReply' | 'refused'>;

export interface EnquiryOutcome {
  isSent: boolean;
  /** The enquiry will be sent again. */
  isPending?: boolean;
  message: string;
  /** The lines of the dialog after success: the message, the reference and when the reply is due. */
  summary?: string[];
}

/** Returns the body of the request, and its `Idempotency-Key`. */
export function createRequest({ filledMs, ...values }: EnquiryValues): { body: string; key: string } {
  const { phone = '' } = values;
  const typed = { ...values, phone: toE164(phone) ?? phone };
  // Without the time: the same values sent once more are the same enquiry.
  return { body: JSON.stringify({ ...typed, filledMs }), key: getIdempotencyKey(JSON.stringify(typed)) };
}

/** Returns the message for the visitor. Never throws: every way to fail has its text (Spec §8). */
export async function readOutcome(response: Response | undefined, texts: OutcomeTexts): Promise<EnquiryOutcome> {
  if (!response) return { isSent: false, message: texts.failure };
  const reply = await readReply(response);
  if (!reply) return { isSent: false, message: texts.invalidReply };
  if (!response.ok) return { isSent: false, message: toText(reply.message) ?? texts.refused };
  const reference = toText(reply.reference);
  if (!reference) return { isSent: true, message: texts.success, summary: [texts.success] };
  const summary = [texts.success, texts.reference.replace('{reference}', reference)];
  const dueAt = toText(reply.dueAt);
  if (dueAt) summary.push(texts.due.replace('{time}', dueFormat.format(new Date(dueAt))));
  return { isSent: true, message: `${texts.success} (${reference})`, summary };
}

const dueFormat = new Intl.DateTimeFormat('en-IN', {
  timeZone: indianTimeZone,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
});

async function readReply(response: Response): Promise<Record<string, unknown> | undefined> {
  const reply: unknown = await response.json().catch(() => undefined);
  return reply instanceof Object ? (reply as Record<string, unknown>) : undefined;
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const keyStorage = 'last-sent';

/**
 * Returns the `Idempotency-Key` for a body. The same values sent once more, after a lost reply or a reload, are the same
 * request, which the API stores once. Other values get another key.
 */
function getIdempotencyKey(body: string): string {
  try {
    const last = JSON.parse(sessionStorage.getItem(keyStorage) ?? '{}') as { body?: string; key?: string };
    if (last.body === body && last.key) return last.key;
  } catch {
    // Storage may be switched off.
  }
  // Not `randomUUID`, which is missing where a page is served without TLS.
  const key = crypto.getRandomValues(new Uint32Array(4)).join('-');
  try {
    sessionStorage.setItem(keyStorage, JSON.stringify({ body, key }));
  } catch {
    // Then only a double press is recognised, by the form itself.
  }
  return key;
}

/**
 * Clears the stored key after a successful enquiry, so that it does not stay in the tab. Clearing it earlier would turn a
 * repeated submit into a second enquiry.
 */
export function clearIdempotencyKey(): void {
  try {
    sessionStorage.removeItem(keyStorage);
  } catch {
    // Without storage there is nothing to clear.
  }
}
