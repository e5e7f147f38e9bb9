import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { withoutTags } from './preview-tags.ts';
import type { cta } from './sections/cta.ts';
import type { footer } from './sections/footer.ts';

type Dialog = z.infer<typeof cta.singles.dialog>;
type Newsletter = z.infer<typeof footer.singles.newsletter>;

/** The sentences of a notice, in the order in which they are read; what the boxes say belongs to it. */
export function enquiryNotice(dialog: Dialog): string[] {
  const { notice, noticeItems, consentNewsletter, consentWhatsapp } = dialog;
  return [notice, ...noticeItems, consentNewsletter, consentWhatsapp].filter((sentence) => sentence !== '');
}

export function newsletterNotice({ label, note, notice }: Newsletter): string[] {
  return [label, note, notice].filter((sentence) => sentence !== '');
}

/** Names a notice by its words: the same words have the same name on every page, in every release and in previews. */
export function noticeIdOf(sentences: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(sentences.map(withoutTags)))
    .digest('hex')
    .slice(0, 16);
}
