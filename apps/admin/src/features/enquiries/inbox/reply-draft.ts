import type { Enquiry, EnquiryReply } from '@threadline/schema/wire/enquiry';

export type ReplyText = Pick<EnquiryReply, 'subject' | 'text'>;

/** An unsent reply with its id, and with the state of the enquiry when it was begun. */
export type ReplyDraft = EnquiryReply & { draftId: string };

/** @param replaced waiting replies that are deleted when this one is stored */
export function createDraft(
  { subject, text }: ReplyText,
  { status, answeredAt }: Enquiry,
  replaced: readonly { id: string }[],
): ReplyDraft {
  return {
    subject,
    text,
    draftId: createDraftId(),
    seen: { status, answeredAt },
    replaces: replaced.map(({ id }) => id),
  };
}

/** Returns the draft without the state of the enquiry, so that it is sent whatever has changed since. */
export function confirmDraft({ seen: _, ...draft }: ReplyDraft): ReplyDraft {
  return { ...draft, draftId: createDraftId() };
}

/** Returns a random UUID. `crypto.randomUUID` is missing on pages without TLS. */
export function createDraftId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function getMailLink({ email }: Enquiry, { subject, text }: ReplyText): string {
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
}

/** Returns a link to a chat that begins with the reference; undefined without a number or a current consent. */
export function getWhatsappLink({
  consents,
  phoneE164,
  reference,
  contactName,
}: Pick<Enquiry, 'consents' | 'phoneE164' | 'reference' | 'contactName'>): string | undefined {
  const hasConsent = consents.some(
    ({ purpose, given, withdrawnAt }) => purpose === 'whatsapp' && given && withdrawnAt === null,
  );
  if (!phoneE164 || !hasConsent) return undefined;
  const text = `Hello${contactName ? ` ${contactName}` : ''}, this is about your enquiry ${reference}. `;
  return `https://wa.me/${phoneE164.slice(1)}?text=${encodeURIComponent(text)}`;
}
