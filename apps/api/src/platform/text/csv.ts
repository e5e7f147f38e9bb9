import { stripControlCharacters } from './strip-control-characters.ts';

/**
 * Quotes a CSV cell and protects it against formula injection with a leading apostrophe: also for full-width signs, and behind
 * invisible blanks, which `csv-stringify` does not cover. Windows programs also treat a leading tab or line break as a formula.
 */
export function formatCsvCell(value: string): string {
  const text = stripControlCharacters(value);
  const harmless = /^[\s\p{C}]*[=+\-@＝＋－＠\t\r]/u.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

export function formatCsvLine(cells: readonly string[]): string {
  return `${cells.map(formatCsvCell).join(',')}\r\n`;
}

/** The byte order mark shows spreadsheets that this is UTF-8. */
export const csvStart = '\ufeff';
