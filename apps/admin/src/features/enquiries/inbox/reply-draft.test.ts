import { enquiryReplySchema } from '@threadline/schema/wire/enquiry';
import { expect, test } from 'vitest';
import { createDraftId, getWhatsappLink } from './reply-draft.ts';

test('every draft has a unique id that the API accepts', () => {
  const ids = Array.from({ length: 500 }, createDraftId);
  expect(new Set(ids).size).toBe(500);
  for (const draftId of ids)
    expect(enquiryReplySchema.safeParse({ subject: 'a', text: 'b', draftId }).success).toBe(true);
});

const enquiry = { phoneE164: '+919845012345', reference: 'R-1', contactName: '' };
const consent = {
  purpose: 'whatsapp' as const,
  given: true,
  requested: false,
  at: '',
  confirmedAt: null,
  noticeVersion: 1,
  noticeText: 'We answer your enquiry.',
  withdrawnAt: null,
};

test.each([
  ['agreed', [consent], true],
  ['did not agree', [{ ...consent, given: false }], false],
  ['withdrew the consent', [{ ...consent, withdrawnAt: '2026-11-21T10:00:00.000Z' }], false],
  ['agreed to something else', [{ ...consent, purpose: 'newsletter' as const }], false],
  ['was never asked for consent', [], false],
])('a sender who %s has a WhatsApp link: %j', (_, consents, hasLink) => {
  expect(getWhatsappLink({ ...enquiry, consents })?.startsWith('https://wa.me/919845012345?text=') ?? false).toBe(
    hasLink,
  );
});

test('without a phone number there is no WhatsApp link', () => {
  expect(getWhatsappLink({ ...enquiry, phoneE164: '', consents: [consent] })).toBeUndefined();
});
