/**
 * In a preview every text of the content ends with a tag that identifies its field. The tag consists of noncharacters,
 * which
 * no keyboard types and no page shows. Removing the tags gives the page as it is published.
 */
const start = '\uFDD0';
const end = '\uFDEF';
const firstDigit = 0xfdd1;
const base = 16;

/** Returns the tag for a field's number. */
export function createTag(number: number): string {
  const digits = [...number.toString(base)].map((digit) =>
    String.fromCharCode(firstDigit + Number.parseInt(digit, base)),
  );
  return start + digits.join('') + end;
}

/** A tag in a text, or in a URL that includes the text. */
const tag = /\uFDD0([\uFDD1-\uFDE0]+)\uFDEF|%EF%B7%90(?:%EF%B7%(?:9[1-9A-F]|A0))+%EF%B7%AF/g;

/** Returns the text without its tags. */
export function stripTags(text: string): string {
  return text.replace(tag, '');
}

/** A part of a text that comes from one field: from the end of the previous part to `end`, in the text without tags. */
export interface TaggedPart {
  field: number;
  end: number;
}

/** Returns the tagged parts of a text in order; empty for a text that is not content. */
export function listTaggedParts(text: string): TaggedPart[] {
  let removed = 0;
  return [...text.matchAll(tag)].flatMap((match) => {
    const [whole, digits] = match;
    const at = match.index - removed;
    removed += whole.length;
    return digits === undefined ? [] : [{ field: parseNumber(digits), end: at }];
  });
}

function parseNumber(digits: string): number {
  const written = [...digits].map((digit) => (digit.charCodeAt(0) - firstDigit).toString(base)).join('');
  return Number.parseInt(written, base);
}

/**
 * Returns the text with the tag at the end of each line. A page that splits the text into paragraphs has a tag in each,
 * and
 * line breaks stay where they were.
 */
export function addTag(text: string, number: number): string {
  return text.replace(/\S[^\n]*/g, (line) => line + createTag(number));
}
