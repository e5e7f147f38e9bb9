import { toE164 } from '@threadline/schema/phone';
import type { enquiries } from '../../platform/db/schema/enquiries.ts';

type Row = typeof enquiries.$inferSelect;

const mostWords = 8;
const searched = '{reference company_name contact_name email phone phone_e164 industry message}';
/** The longest beginnings that the index knows by themselves. */
const knownLetters = 3;

export interface Search {
  /** As a query of the search index. To find a long beginning of a word it gathers every row that has one. */
  whole: string;
  /**
   * Finds more rows than `whole`, but hands them out one by one, newest first: by the first letters of each word. Left out
   * where it is no help.
   */
  near?: string;
  /** Whether a row has the words, as the index sees it. Left out for what only the index knows. */
  fits?: (row: Row) => boolean;
}

/**
 * What people type: every word must occur, the last letters may be missing. Quoted, so that nothing typed is an operator.
 *
 * @param within further terms of the index that every row must have; see `indexTermsOf`
 * @returns undefined when there is nothing to look for
 */
export function readSearch(typed: string, within: readonly string[]): Search | undefined {
  const words = typed
    .normalize('NFC')
    // A zero ends what SQLite reads of a query, in the middle of its quotes.
    .split(/[\s\p{Cc}]+/u)
    .map((word) => word.replaceAll('"', ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, mostWords);
  if (words.length === 0) return undefined;
  const and = within.map((term) => ` AND ${term}`).join('');
  const expression = (phrases: string[], after = and) =>
    `${searched} : (${phrases.map((phrase) => `"${phrase}"*`).join(' AND ')})${after}`;
  const phone = toE164(typed.normalize('NFKC'));
  // However it was typed into the form, and however it is displayed: the stored number is the same.
  if (phone) {
    const number = `{phone_e164} : "${phone.slice(1)}"`;
    return { whole: `((${expression(words, '')}) OR ${number})${and}` };
  }
  const whole = expression(words);
  const phrases = words.map(tokensOf);
  const short = phrases.map((tokens) => [...tokens.slice(0, -1), beginningOf(tokens.at(-1) ?? '')].join(' '));
  // How other scripts fall into words is the index's own affair.
  if (!words.every((word) => /^[\x20-\x7e]+$/.test(word))) return { whole };
  const fits = (row: Row) => fitsAll(row, phrases);
  const isHelp = short.some((phrase, index) => phrase !== phrases[index]?.join(' '));
  return isHelp ? { whole, fits, near: expression(short) } : { whole, fits };
}

/** A number stays whole: few enquiries have it, many have its first digits. */
function beginningOf(word: string): string {
  return /^\d+$/.test(word) ? word : word.slice(0, knownLetters);
}

/** As the index spells a text. */
function spell(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** As the index cuts it. */
function tokensOf(text: string): string[] {
  return spell(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function fitsAll(row: Row, phrases: string[][]): boolean {
  const { reference, companyName, contactName, email, phone, phoneE164, industry, message } = row;
  const texts = [reference, companyName, contactName, email, phone, phoneE164, industry, message];
  const all = spell(texts.join('\n'));
  // Most rows fail here, which is cheap.
  if (!phrases.every((phrase) => all.includes(phrase.at(-1) ?? ''))) return false;
  const fields = texts.map(tokensOf);
  return phrases.every((phrase) => fields.some((tokens) => tokens.some((_, at) => fitsAt(tokens, at, phrase))));
}

/** Whether a phrase stands at a place of a text; of its last word the beginning is enough. */
function fitsAt(tokens: string[], at: number, phrase: string[]): boolean {
  const last = phrase.length - 1;
  return phrase.every((word, index) => {
    const token = tokens[at + index];
    return index === last ? token?.startsWith(word) : token === word;
  });
}
