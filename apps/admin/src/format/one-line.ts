/** Characters that look like nothing, and those that reverse the text after them. */
const hidden = /[\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
/** Further characters that a text of one line must not contain, or that look like a space. */
const oddCharacter = /[\p{Cc}\u00a0\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/u;

export function hasOddCharacter(text: string): boolean {
  return oddCharacter.test(text) || removeHidden(text) !== text;
}

/** Returns a pasted text without characters that the reader cannot see. */
export function removeHidden(text: string): string {
  return text.replace(hidden, '');
}

/** Returns a pasted text in one line: line breaks, tabs and special spaces become plain spaces. */
export function toOneLine(text: string): string {
  return removeHidden(text)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}
