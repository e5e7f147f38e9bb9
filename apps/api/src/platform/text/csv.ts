import { stripControlCharacters } from './strip-control-characters.ts';

const formulaStart = /^[\s\p{C}]*[=+\-@＝＋－＠\t\r]/u;
/** A phone number in groups of digits, or a number. With a further sign, a spreadsheet would calculate with it. */
const plainNumber = /^(?:\+\d{1,4}(?: ?\d){3,14}|[+-]\d+(?:\.\d+)?)$/;

/**
 * Quotes a CSV cell and protects it against formula injection with a leading apostrophe: also for full-width signs, and behind
 * invisible blanks, which `csv-stringify` does not cover. Windows programs also treat a leading tab or line break as a formula.
 * A value that is a phone number or a number is no formula, and stays as it is.
 */
export function formatCsvCell(value: string): string {
  const text = stripControlCharacters(value);
  const harmless = formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

export function formatCsvLine(cells: readonly string[]): string {
  return `${cells.map(formatCsvCell).join(',')}\r\n`;
}

/** The byte order mark shows spreadsheets that this is UTF-8. */
export const csvStart = '\ufeff';
