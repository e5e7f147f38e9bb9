/** Elements whose content is no markup, and drawings, in which a line never breaks. */
const untouched = /<(script|style|title|textarea|option|svg)\b[\s\S]*?<\/\1>/;
const tag = /<(?:"[^"]*"|'[^']*'|[^"'<>])*>/;
const pieces = new RegExp(`${untouched.source}|${tag.source}|[^<]+`, 'g');

/** `24–48 hours`, `Mon–Sat,`: no blank beside the dash; a short unit belongs to it. A preview has tags in it. */
const range = /(?<![^\s–])[^\s–]+–[^\s–]+(?: [a-z]{3,6}\b(?:\uFDD0[\uFDD1-\uFDE0]+\uFDEF)*)?/g;

/**
 * Keeps each range of a page on one line. The characters stay as they are, so that a visitor can copy a range and find it;
 * a browser breaks a line after an en dash otherwise.
 */
export function keepRanges(html: string): string {
  return html.replace(pieces, (piece) =>
    piece.startsWith('<') ? piece : piece.replace(range, (found) => `<span class="range">${found}</span>`),
  );
}
