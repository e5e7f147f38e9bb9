import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { stripTags } from './preview-tags.ts';
import type { cta } from './sections/cta.ts';
import type { footer } from './sections/footer.ts';

type Dialog = z.infer<typeof cta.singles.dialog>;
type Newsletter = z.infer<typeof footer.singles.newsletter>;

/** Replaces `{retention}` in a text with the retention period, so that the number is set in one place only. */
export function fillRetention(text: string, months: number): string {
  return text.replaceAll('{retention}', months === 1 ? '1 month' : `${months} months`);
}

/** Returns the form's texts as visitors read them. */
export function readableDialog(dialog: Dialog, months: number): Dialog {
  const fill = (text: string) => fillRetention(text, months);
  return { ...dialog, notice: fill(dialog.notice), noticeItems: dialog.noticeItems.map(fill) };
}

/** Returns the sentences of a notice in reading order, with the labels of the consents. */
export function listEnquiryNotice(dialog: Dialog, months: number): string[] {
  const { notice, noticeItems, consentNewsletter, consentWhatsapp } = readableDialog(dialog, months);
  return [notice, ...noticeItems, consentNewsletter, consentWhatsapp].filter((sentence) => sentence !== '');
}

export function listNewsletterNotice({ label, note, notice }: Newsletter): string[] {
  return [label, note, notice].filter((sentence) => sentence !== '');
}

/**
 * Returns the id of a notice: a hash of its text. The same text has the same id on every page, in every release and in
 * previews.
 */
export function getNoticeId(sentences: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(sentences.map(stripTags)))
    .digest('hex')
    .slice(0, 16);
}
