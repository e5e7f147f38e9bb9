import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { withoutTags } from './preview-tags.ts';
import type { cta } from './sections/cta.ts';
import type { footer } from './sections/footer.ts';

type Dialog = z.infer<typeof cta.singles.dialog>;
type Newsletter = z.infer<typeof footer.singles.newsletter>;

/** `{retention}` in a text, as words: the months that enquiries are kept are set in one place only. */
export function fillRetention(text: string, months: number): string {
  return text.replaceAll('{retention}', months === 1 ? '1 month' : `${months} months`);
}

/** The words of the form as visitors read them. */
export function readableDialog(dialog: Dialog, months: number): Dialog {
  const fill = (text: string) => fillRetention(text, months);
  return { ...dialog, notice: fill(dialog.notice), noticeItems: dialog.noticeItems.map(fill) };
}

/** The sentences of a notice, in the order in which they are read; what the boxes say belongs to it. */
export function enquiryNotice(dialog: Dialog, months: number): string[] {
  const { notice, noticeItems, consentNewsletter, consentWhatsapp } = readableDialog(dialog, months);
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
