import { type FormField, formatCell } from '@threadline/schema/content/form-field';
import { parseDay } from '@threadline/schema/primitives/calendar-day';
import { blankValue } from './form-model.ts';

/** The rows and cells of a copied block, as text. */
export type Block = string[][];

/** The columns of a table in order, by name. */
export function listColumns(table: FormField): [name: string, column: FormField][] {
  return Object.entries(table.items?.properties ?? {});
}

/** Returns the value that a text means in a column, or the text itself if it means none. */
export function parseCell({ input, options = {} }: FormField, text: string): unknown {
  const line = text.replaceAll('\n', ' ');
  const trimmed = line.trim();
  switch (input) {
    case 'number':
      return parseNumber(trimmed) ?? trimmed;
    case 'date':
      return parseDay(trimmed) ?? trimmed;
    case 'select': {
      const isMeant = (name: string) => name.toLowerCase() === trimmed.toLowerCase();
      return Object.keys(options).find((value) => isMeant(value) || isMeant(options[value] ?? '')) ?? trimmed;
    }
    default:
      return line;
  }
}

/** Accepts digit groups and the signs of rupees: `1,25,000`, `₹ 6.8`. */
function parseNumber(text: string): number | undefined {
  const digits = text.replaceAll(/[\s,₹]/g, '').replace(/^Rs\.?/i, '');
  return /^-?\d+(?:\.\d*)?$/.test(digits) ? Number(digits) : undefined;
}

/** Returns the cells of a text that a spreadsheet has copied: tabs, line breaks, and quotes around cells with either. */
export function parseBlock(text: string): Block {
  const cells = text.matchAll(/(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/g);
  const block: Block = [[]];
  for (const [, quoted, plain = '', end] of cells) {
    block.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '') break;
    if (end !== '\t') block.push([]);
  }
  // A copied range ends with a line break.
  const last = block.at(-1);
  return last?.join('') === '' && block.length > 1 ? block.slice(0, -1) : block;
}

/** Returns a table as a spreadsheet pastes it, with the titles of its columns. */
export function formatBlock(table: FormField, rows: readonly unknown[]): string {
  const columns = listColumns(table);
  const lines = [
    columns.map(([, { title }]) => title),
    ...rows.map((row) => columns.map(([name, column]) => formatCell(column, row, name))),
  ];
  const quote = (cell: string) => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return lines.map((line) => line.map(quote).join('\t')).join('\n');
}

export interface Place {
  row: number;
  column: number;
}

interface Pasted {
  rows: unknown[];
  /** The size of the part that has a place in the table. */
  height: number;
  width: number;
  /** True if rows or columns of the block were left out. */
  isCut: boolean;
}

/** Writes a block into the rows from a cell on, and adds rows where it is longer. A line with the titles is left out. */
export function pasteBlock(
  table: FormField,
  rows: readonly unknown[],
  { block, at }: { block: Block; at: Place },
): Pasted {
  const columns = listColumns(table).slice(at.column);
  const isTitle = block[0]?.every(
    (cell, index) => cell.trim().toLowerCase() === columns[index]?.[1].title.toLowerCase(),
  );
  const lines = isTitle ? block.slice(1) : block;
  const room = Math.max(table.maxItems ?? Number.POSITIVE_INFINITY, rows.length) - at.row;
  const height = Math.min(lines.length, room);
  const width = Math.min(Math.max(0, ...lines.map((line) => line.length)), columns.length);
  const next = [...rows];
  for (const [index, line] of lines.slice(0, height).entries()) {
    const row = next[at.row + index] ?? blankValue(table.items ?? table);
    const cells = columns
      .slice(0, line.length)
      .map(([name, column], cell) => [name, parseCell(column, line[cell] ?? '')]);
    next[at.row + index] = { ...(row as Record<string, unknown>), ...Object.fromEntries(cells) };
  }
  const isCut = height < lines.length || lines.some((line) => line.length > columns.length);
  return { rows: next, height, width, isCut };
}
