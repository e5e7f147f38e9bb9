import { readable } from './strip-control-characters.ts';

/**
 * A cell that no program takes for anything but text: a formula gets an apostrophe in front, also one in full-width
 * characters or behind blanks that nobody sees; quotes are doubled. Windows programs take a leading tab or line break as
 * the start of a formula, too.
 */
export function csvCell(value: string): string {
  const text = readable(value);
  const harmless = /^[\s\p{C}]*[=+\-@＝＋－＠\t\r]/u.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** The byte order mark tells spreadsheets that this is UTF-8. */
export const csvStart = '\ufeff';
