import { splitAtRanges } from './ranges.ts';

/** Elements whose content is no markup, and drawings, in which a line never breaks. */
const untouched = /<(script|style|title|textarea|option|svg)\b[\s\S]*?<\/\1>/;
const tag = /<(?:"[^"]*"|'[^']*'|[^"'<>])*>/;
const pieces = new RegExp(`${untouched.source}|${tag.source}|[^<]+`, 'g');

/**
 * Keeps each range of a page on one line. The characters stay as they are, so that a visitor can copy a range and find it;
 * a browser breaks a line after an en dash otherwise.
 */
export function keepRanges(html: string): string {
  return html.replace(pieces, (piece) => (piece.startsWith('<') ? piece : wrapRanges(piece)));
}

function wrapRanges(text: string): string {
  return splitAtRanges(text)
    .map((part, index) => (index % 2 === 1 ? `<span class="range">${part}</span>` : part))
    .join('');
}
