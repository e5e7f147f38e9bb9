import { useEffect, useEffectEvent, useState } from 'react';
import { formatCount } from '../../../format/numbers.ts';
import { listColumns, type Place, parseBlock, pasteBlock } from '../model/cells.ts';
import { createEntryId, getEntryIds } from '../model/entry-ids.ts';
import { blankValue } from '../model/form-model.ts';
import { type FieldProps, useForm } from './field-frame.tsx';

/** Rows with the ids that keep the controls of each. */
interface Rows {
  rows: unknown[];
  ids: readonly string[];
}

/** A change of rows, and the table before it. */
interface RowChange {
  message: string;
  before: Rows;
  after: unknown[];
  focus: Place;
}

type Options = Pick<FieldProps, 'field' | 'value' | 'pointer'> & { focusCell: (place: Place) => void };

/** Returns the rows of a table and what can be done with them. Each change moves the focus to a cell. */
export function useTableRows({ field, value, pointer, focusCell }: Options) {
  const { change, leave, entryIds } = useForm();
  const rows = Array.isArray(value) ? (value as unknown[]) : [];
  const ids = getEntryIds(entryIds, pointer, rows.length);
  const [last, setLast] = useState<RowChange>();
  const [target, setTarget] = useState<Place>();
  const [pasted, setPasted] = useState<readonly string[]>([]);
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = field;

  const focusTarget = useEffectEvent(focusCell);
  const leaveAll = useEffectEvent((pointers: readonly string[]) => pointers.forEach(leave));
  useEffect(() => {
    if (target) focusTarget(target);
  }, [target]);
  // Once the form has the cells, so that it shows their errors.
  useEffect(() => leaveAll(pasted), [pasted]);

  const replace = (next: Rows, message: string, focus: Place) => {
    change(pointer, next.rows, next.ids);
    setLast({ message, before: { rows, ids }, after: next.rows, focus });
    setTarget(focus);
  };
  // Not shown after a further edit, which Undo would lose.
  const shown = last?.after === value ? last : undefined;

  const undo = ({ before, focus: { row, column } }: RowChange) => {
    change(pointer, before.rows, before.ids);
    setTarget({ row: before.rows.length === 0 ? -1 : Math.min(Math.max(row, 0), before.rows.length - 1), column });
  };

  return {
    rows,
    ids,
    isFull: rows.length >= maxItems,
    isMinimal: rows.length <= minItems,
    message: shown?.message,
    undo: shown && (() => undo(shown)),
    insert: (index: number) => {
      const next = {
        rows: rows.toSpliced(index, 0, blankValue(field.items ?? field)),
        ids: ids.toSpliced(index, 0, createEntryId()),
      };
      replace(next, `Row ${index + 1} added.`, { row: index, column: 0 });
    },
    remove: ({ row, column }: Place) => {
      const next = { rows: rows.toSpliced(row, 1), ids: ids.toSpliced(row, 1) };
      replace(next, `Row ${row + 1} removed.`, { row: Math.min(row, rows.length - 2), column });
    },
    move: ({ row, column }: Place, by: number) => {
      const to = row + by;
      if (to < 0 || to >= rows.length) return;
      const next = { rows: moveEntry(rows, row, to), ids: moveEntry(ids, row, to) };
      replace(next, `Row ${row + 1} is now row ${to + 1} of ${rows.length}.`, { row: to, column });
    },
    paste: (text: string, at: Place) => {
      const { height, width, isCut, ...result } = pasteBlock(field, rows, { block: parseBlock(text), at });
      if (height <= 0) return;
      const added = Array.from({ length: result.rows.length - rows.length }, createEntryId);
      const size = `${formatCount(height, 'row')} and ${formatCount(width, 'column')}`;
      const message = `Pasted ${size}.${isCut ? ' The rest had no room.' : ''}`;
      replace({ rows: result.rows, ids: [...ids, ...added] }, message, at);
      const columns = listColumns(field).slice(at.column, at.column + width);
      const lines = Array.from({ length: height }, (_, line) => `${pointer}/${at.row + line}`);
      setPasted(lines.flatMap((line) => columns.map(([name]) => `${line}/${name}`)));
    },
  };
}

function moveEntry<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  return entries.toSpliced(from, 1).toSpliced(to, 0, ...entries.slice(from, from + 1));
}
