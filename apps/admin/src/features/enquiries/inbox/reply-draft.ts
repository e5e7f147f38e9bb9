import type { Enquiry, EnquiryReply } from '@threadline/schema/enquiry';

export type ReplyWords = Pick<EnquiryReply, 'subject' | 'text'>;

/** What is being written, with its name and how the enquiry stood when it was begun. */
export type Draft = EnquiryReply & { draftId: string };

export function openDraft({ subject, text }: ReplyWords, { status, answeredAt }: Enquiry): Draft {
  return { subject, text, draftId: newDraftId(), seen: { status, answeredAt } };
}

/** Whether anything would be lost with these words. */
export function isOther(one: ReplyWords, other: ReplyWords): boolean {
  return one.subject !== other.subject || one.text !== other.text;
}

/** The same words once more, whatever has happened to the enquiry. */
export function sentAllTheSame({ subject, text }: Draft): Draft {
  return { subject, text, draftId: newDraftId() };
}

/** A random UUID. Not `randomUUID`, which is missing where a page is served without TLS. */
export function newDraftId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
