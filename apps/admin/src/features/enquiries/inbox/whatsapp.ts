import type { Enquiry } from '@threadline/schema/enquiry';

/** Whether the sender has agreed to it, and has not taken that back. */
export function mayWhatsapp({ consents }: Pick<Enquiry, 'consents'>): boolean {
  return consents.some(({ purpose, given, withdrawnAt }) => purpose === 'whatsapp' && given && withdrawnAt === null);
}

/** Opens a chat that begins with the reference. */
export function whatsappLink({
  phoneE164,
  reference,
  contactName,
}: Pick<Enquiry, 'phoneE164' | 'reference' | 'contactName'>): string {
  const words = `Hello${contactName ? ` ${contactName}` : ''}, this is about your enquiry ${reference}. `;
  return `https://wa.me/${phoneE164.slice(1)}?text=${encodeURIComponent(words)}`;
}
