/**
 * In a preview every text of the content ends with a tag that names its field. It is made of noncharacters, which no
 * keyboard writes and no page shows, and is taken out before the page is. What is left is the page as it is published.
 */
const start = '\uFDD0';
const end = '\uFDEF';
const firstDigit = 0xfdd1;
const base = 16;

/** The tag of the field with this number. */
export function tagOf(number: number): string {
  const digits = [...number.toString(base)].map((digit) =>
    String.fromCharCode(firstDigit + Number.parseInt(digit, base)),
  );
  return start + digits.join('') + end;
}

/** A tag as it stands in a text, or in an address that the text became a part of. */
const tag = /\uFDD0([\uFDD1-\uFDE0]+)\uFDEF|%EF%B7%90(?:%EF%B7%(?:9[1-9A-F]|A0))+%EF%B7%AF/g;

/** Without its tags. */
export function withoutTags(text: string): string {
  return text.replace(tag, '');
}

/** A part of a text that comes from one field: from the end of the part before to `end`, in the text without tags. */
export interface TaggedPart {
  field: number;
  end: number;
}

/** The tags of a text in their order. Empty for words that no editor wrote. */
export function tagsIn(text: string): TaggedPart[] {
  let removed = 0;
  return [...text.matchAll(tag)].flatMap((match) => {
    const [whole, digits] = match;
    const at = match.index - removed;
    removed += whole.length;
    return digits === undefined ? [] : [{ field: numberOf(digits), end: at }];
  });
}

function numberOf(digits: string): number {
  const written = [...digits].map((digit) => (digit.charCodeAt(0) - firstDigit).toString(base)).join('');
  return Number.parseInt(written, base);
}

/**
 * The text with the tag at the end of each of its lines: what begins or ends a paragraph stays where it was, and a text
 * that a page cuts into paragraphs keeps a tag in each.
 */
export function withTag(text: string, number: number): string {
  return text.replace(/\S[^\n]*/g, (line) => line + tagOf(number));
}
