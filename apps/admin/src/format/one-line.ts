/** Characters that a text of one line must not contain, or that look like a space or like nothing. */
const oddCharacter = /[\p{Cc}\u00a0\u2000-\u200b\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]/u;

export function hasOddCharacter(text: string): boolean {
  return oddCharacter.test(text);
}

/** Returns a pasted text in one line: line breaks, tabs and special spaces become plain spaces. */
export function toOneLine(text: string): string {
  return text
    .replace(/[\u200b\u2060\ufeff]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}
