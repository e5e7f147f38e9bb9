import { stripTags } from './preview-tags.ts';

/** `1,20,000`, `₹3 crore`, `+42 %`. */
const number = /^[-+−]?\s*(?:[₹$€£]\s*)?\d[\d.,]*\s*(?:%|crore|lakh|cr|k|m|x)?$/i;
const missing = /^[-–—]?$/;

/** Returns for each column of a table whether its cells are numbers. Cells without one may be empty, or a dash. */
export function findNumberColumns(rows: readonly string[][]): boolean[] {
  const columns = rows[0]?.map((_, column) => rows.map((cells) => stripTags(cells[column] ?? '').trim())) ?? [];
  return columns.map(
    (cells) =>
      cells.some((cell) => number.test(cell)) && cells.every((cell) => number.test(cell) || missing.test(cell)),
  );
}
