import { toE164 } from '@threadline/schema/phone';
import { getIdempotencyKey } from './idempotency-key.ts';

/** The values of the form by field name (spec §5, §7). */
export type EnquiryValues = Record<string, string>;

type TextName =
  | 'title'
  | 'companyName'
  | 'contactName'
  | 'email'
  | 'phone'
  | 'size'
  | 'sizeUnset'
  | 'industry'
  | 'message'
  | 'notice'
  | 'noticeSummary'
  | 'consentNewsletter'
  | 'consentWhatsapp'
  | 'submit'
  | 'sending'
  | 'cancel'
  | 'success'
  | 'failure'
  | 'invalidReply'
  | 'refused';

/** The texts of the form, from the content. */
export type EnquiryTexts = Record<TextName, string> & { noticeItems: readonly string[] };

/** Sending it again is safe: the same words are the same enquiry. */
const timeoutMs = 30_000;

type OutcomeTexts = Pick<EnquiryTexts, 'success' | 'failure' | 'invalidReply' | 'refused'>;

export interface EnquiryOutcome {
  isSent: boolean;
  message: string;
}

/** Sends one enquiry. Never throws: every way to fail has its text (Spec §8). */
export async function sendEnquiry(
  url: string,
  { filledMs, ...values }: EnquiryValues,
  texts: OutcomeTexts,
): Promise<EnquiryOutcome> {
  const { phone = '' } = values;
  const typed = { ...values, phone: toE164(phone) ?? phone };
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        // Not of the time: the same words sent once more are the same enquiry.
        'idempotency-key': getIdempotencyKey(JSON.stringify(typed)),
      },
      body: JSON.stringify({ ...typed, filledMs }),
    });
  } catch {
    return { isSent: false, message: texts.failure };
  }
  const reply = await readReply(response);
  if (!reply) return { isSent: false, message: texts.invalidReply };
  if (!response.ok) return { isSent: false, message: toText(reply.message) ?? texts.refused };
  const reference = toText(reply.reference);
  return { isSent: true, message: reference ? `${texts.success} (${reference})` : texts.success };
}

async function readReply(response: Response): Promise<Record<string, unknown> | undefined> {
  const reply: unknown = await response.json().catch(() => undefined);
  return reply instanceof Object ? (reply as Record<string, unknown>) : undefined;
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
