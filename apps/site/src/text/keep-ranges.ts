/** A tag, whose attributes may hold `>`, or the text up to the next tag. */
const piece = /<(?:"[^"]*"|'[^']*'|[^"'<>])*>|<|[^<]+/y;
/** Elements whose content is not markup, and drawings, in which a line never breaks. */
const untouched = /^<(script|style|title|textarea|option|svg)\b/;

/** `24-48 hours`, `Mon–Sat,`: no blank beside the dash; a short unit belongs to it. A preview has tags in it. */
const range =
  /(?:(?<![^\s–])[^\s–]+–[^\s–]+|(?<![\w-])\d{1,4}-\d{1,4}(?![\w-]))(?: [a-z]{3,6}\b(?:\uFDD0[\uFDD1-\uFDE0]+\uFDEF)*)?/g;

/**
 * Keeps each range of a page on one line. The characters stay as they are, so that a visitor can copy a range and find it;
 * a browser breaks a line after a dash or a hyphen otherwise.
 */
export function keepRanges(html: string): string {
  const parts: string[] = [];
  for (let position = 0; position < html.length; ) {
    piece.lastIndex = position;
    const [text = ''] = piece.exec(html) ?? [];
    const name = untouched.exec(text)?.[1];
    const end = name ? html.indexOf(`</${name}`, position + text.length) : -1;
    const whole = end < 0 ? text : html.slice(position, end);
    parts.push(text.startsWith('<') ? whole : text.replace(range, (found) => `<span class="range">${found}</span>`));
    position += whole.length;
  }
  return parts.join('');
}
