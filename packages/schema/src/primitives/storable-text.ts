/** A control character, or a lone surrogate: SQLite and JSON would silently replace it. */
const unstorable = /[^\P{Cc}\n]|\p{Cs}/u;

export function isStorable(value: string): boolean {
  return !unstorable.test(value);
}

/** Returns the error for the first character of a text that cannot be stored. */
export function describeUnstorable(value: string): string {
  const [found = ''] = unstorable.exec(value) ?? [];
  if (found === '\t') return 'This text contains a tab. Type a space instead.';
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return `This text contains an invisible character that cannot be shown (U+${code}). Delete it and type the text again.`;
}
