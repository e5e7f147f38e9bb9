export type Cell = string | number;

/** Text that a spreadsheet would run as a formula, with leading spaces. */
const formulaStart = /^[\s]*[=+\-@\t\r]/;

/**
 * Returns CSV (RFC 4180) with a byte order mark, so that spreadsheets read ₹ and names correctly. A text that begins like a
 * formula gets an apostrophe.
 */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(toField).join(',')).join('\r\n')}\r\n`;
}

function toField(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const safe = formulaStart.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
