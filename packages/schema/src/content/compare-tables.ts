import { getRowName, type InputKind } from '../primitives/fields.ts';
import { toPointer } from '../primitives/json-pointer.ts';
import { type FormField, formatCell, nameRow } from './form-field.ts';

/** A cell that differs, a row that only one of the tables has, or the order of the rows. */
export interface TableChange {
  /** From the table; of a removed row a text that no other change has. */
  pointer: string;
  label: string;
  input: InputKind;
  before: string;
  after: string;
}

/** Returns the differences between two states of a table. Rows are matched by their name, wherever they are. */
export function compareTables(table: FormField, before: unknown[], after: unknown[]): TableChange[] {
  const label = table.title;
  const [old, current] = [indexRows(table, before), indexRows(table, after)];
  const columns = Object.entries(table.items?.properties ?? {});
  const cells = [...current].flatMap(([name, { row, index }]): TableChange[] => {
    const was = old.get(name);
    const [pointer, rowLabel] = [toPointer([index]), nameRow(table, label, row)];
    if (!was)
      return [
        {
          pointer,
          label: `${label}, new ${table.itemTitle}`,
          input: 'table',
          before: '',
          after: formatRow(table, row),
        },
      ];
    return columns.flatMap(([column, field]) => {
      const [text, earlier] = [formatCell(field, row, column), formatCell(field, was.row, column)];
      const change = {
        pointer: pointer + toPointer([column]),
        label: `${rowLabel}, ${field.title}`,
        input: field.input,
      };
      return text === earlier ? [] : [{ ...change, before: earlier, after: text }];
    });
  });
  const removed = [...old].flatMap(([name, { row, index }]): TableChange[] =>
    current.has(name)
      ? []
      : [
          {
            pointer: `/removed-${index}`,
            label: `${label}, removed ${table.itemTitle}`,
            input: 'table',
            before: formatRow(table, row),
            after: '',
          },
        ],
  );
  return [...cells, ...removed, ...compareOrder(table, old, current)];
}

type Rows = Map<string, { row: unknown; index: number }>;

/** Returns the rows by name. Of rows with the same name, which cannot be saved, the later ones get their number too. */
function indexRows({ rowName = [] }: FormField, rows: readonly unknown[]): Rows {
  const result: Rows = new Map();
  for (const [index, row] of rows.entries()) {
    const name = JSON.stringify(getRowName(rowName, row));
    result.set(result.has(name) ? `${name} ${index}` : name, { row, index });
  }
  return result;
}

function compareOrder(table: FormField, old: Rows, current: Rows): TableChange[] {
  const listNames = (rows: Rows, others: Rows) =>
    [...rows].flatMap(([name, { row }]) => (others.has(name) ? [nameRow(table, '', row)] : [])).join('\n');
  const [before, after] = [listNames(old, current), listNames(current, old)];
  return before === after ? [] : [{ pointer: '', label: `${table.title}, order`, input: 'table', before, after }];
}

/** Returns the filled cells of a row as one line. */
export function formatRow({ items }: FormField, row: unknown): string {
  return Object.entries(items?.properties ?? {})
    .flatMap(([column, field]) => formatCell(field, row, column) || [])
    .join(' · ');
}
