import type { EnquiryStatus } from '@threadline/schema/enquiry-status';

const mostWords = 8;
const searched = '{reference company_name contact_name email phone phone_e164 industry message}';

/**
 * What people type, as a query of the search index: every word must occur, the last letters may be missing. Quoted, so
 * that nothing typed is an operator.
 *
 * @returns undefined when there is nothing to look for
 */
export function searchExpression(words: string, status: EnquiryStatus | undefined): string | undefined {
  const phrases = words
    .normalize('NFC')
    .split(/\s+/)
    .map((word) => word.replaceAll('"', ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, mostWords)
    .map((word) => `"${word}"*`);
  if (phrases.length === 0) return undefined;
  const text = `${searched} : (${phrases.join(' AND ')})`;
  return status === undefined ? text : `${text} AND status : "${status}"`;
}
