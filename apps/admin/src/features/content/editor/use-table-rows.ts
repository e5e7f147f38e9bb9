import { useEffect, useEffectEvent, useState } from 'react';
import { formatCount } from '../../../format/numbers.ts';
import { listColumns, type Place, parseBlock, pasteBlock } from '../model/cells.ts';
import { createEntryId, getEntryIds } from '../model/entry-ids.ts';
import { blankValue } from '../model/form-model.ts';
import { changeList, type EntryList } from '../model/list-change.ts';
import { type FieldProps, useForm } from './field-frame.tsx';

/** A change of rows, and the table before it. */
interface RowChange {
  message: string;
  before: EntryList;
  after: readonly unknown[];
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

  const list: EntryList = { entries: rows, ids };
  const replace = (next: EntryList, message: string, focus: Place) => {
    change(pointer, next.entries, next.ids);
    setLast({ message, before: list, after: next.entries, focus });
    setTarget(focus);
  };
  // Not shown after a further edit, which Undo would lose.
  const shown = last?.after === value ? last : undefined;

  const undo = ({ before, focus: { row, column } }: RowChange) => {
    change(pointer, before.entries, before.ids);
    setTarget({ row: Math.min(Math.max(row, 0), before.entries.length - 1), column });
  };

  return {
    rows,
    ids,
    isFull: rows.length >= maxItems,
    isMinimal: rows.length <= minItems,
    message: shown?.message,
    undo: shown && (() => undo(shown)),
    insert: (index: number) => {
      const value = blankValue(field.items ?? field);
      const next = changeList(list, { kind: 'insert', index, value, id: createEntryId() });
      replace(next, `Row ${index + 1} added.`, { row: index, column: 0 });
    },
    remove: ({ row, column }: Place) => {
      const next = changeList(list, { kind: 'remove', index: row });
      replace(next, `Row ${row + 1} removed.`, { row: Math.min(row, rows.length - 2), column });
    },
    move: ({ row, column }: Place, by: number) => {
      const to = row + by;
      if (to < 0 || to >= rows.length) return;
      const next = changeList(list, { kind: 'move', from: row, to });
      replace(next, `Row ${row + 1} is now row ${to + 1} of ${rows.length}.`, { row: to, column });
    },
    paste: (text: string, at: Place) => {
      const { height, width, isCut, ...result } = pasteBlock(field, rows, { block: parseBlock(text), at });
      if (height <= 0) return;
      const added = Array.from({ length: result.rows.length - rows.length }, createEntryId);
      const size = `${formatCount(height, 'row')} and ${formatCount(width, 'column')}`;
      const message = `Pasted ${size}.${isCut ? ' The rest had no room.' : ''}`;
      replace({ entries: result.rows, ids: [...ids, ...added] }, message, at);
      const columns = listColumns(field).slice(at.column, at.column + width);
      const lines = Array.from({ length: height }, (_, line) => `${pointer}/${at.row + line}`);
      setPasted(lines.flatMap((line) => columns.map(([name]) => `${line}/${name}`)));
    },
  };
}
