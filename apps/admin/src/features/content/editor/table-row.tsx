import { type FormField, formatCell } from '@threadline/schema/content/form-field';
import { useEffect, useRef, useState } from 'react';
import { listColumns, type Place, parseCell } from '../model/cells.ts';
import { type FieldErrors, isEqual } from '../model/form-model.ts';
import classes from './table-field.module.css';

export interface CellEvents {
  change: (pointer: string, value: unknown) => void;
  leave: (pointer: string) => void;
}

/** Returns functions that stay the same, so that an edit renders its own row only. */
export function useCellEvents(events: CellEvents): CellEvents {
  const latest = useRef(events);
  useEffect(() => {
    latest.current = events;
  });
  const [stable] = useState<CellEvents>(() => ({
    change: (pointer, value) => latest.current.change(pointer, value),
    leave: (pointer) => latest.current.leave(pointer),
  }));
  return stable;
}

/** Returns the errors of a row by column; undefined without any, so that the row is not rendered again. */
export function pickErrors(errors: FieldErrors, prefix: string): FieldErrors | undefined {
  const own = Object.entries(errors).filter(([pointer]) => pointer.startsWith(prefix));
  return own.length > 0
    ? Object.fromEntries(own.map(([pointer, text]) => [pointer.slice(prefix.length), text]))
    : undefined;
}

interface TableRowProps {
  table: FormField;
  row: unknown;
  base: unknown;
  index: number;
  pointer: string;
  formId: string;
  errors: FieldErrors | undefined;
  isCurrent: boolean;
  events: CellEvents;
}

/** A row with its number. */
export function TableRow({ table, row, base, index, pointer, formId, errors, isCurrent, events }: TableRowProps) {
  return (
    <tr data-current={isCurrent || undefined}>
      <th scope="row" className={classes.number}>
        {index + 1}
      </th>
      {listColumns(table).map(([name, column], position) => (
        <Cell
          key={name}
          column={column}
          name={name}
          row={row}
          isChanged={!isEqual(getCell(row, name), getCell(base, name))}
          place={{ row: index, column: position }}
          pointer={`${pointer}/${name}`}
          formId={formId}
          error={errors?.[name]}
          events={events}
        />
      ))}
    </tr>
  );
}

function getCell(row: unknown, name: string): unknown {
  return (row as Record<string, unknown> | undefined)?.[name];
}

interface CellProps {
  column: FormField;
  name: string;
  row: unknown;
  isChanged: boolean;
  place: Place;
  pointer: string;
  formId: string;
  error: string | undefined;
  events: CellEvents;
}

/** One cell. It keeps the user's spelling while it has the focus; then it shows the format of the admin. */
function Cell({ column, name, row, isChanged, place, pointer, formId, error, events }: CellProps) {
  const value = getCell(row, name);
  const [typed, setTyped] = useState<string>();
  // Undo changes the value without an input event.
  const isTyped = typed !== undefined && isEqual(parseCell(column, typed), value);
  const errorId = `${formId}${pointer}-error`;
  const control = {
    id: formId + pointer,
    'data-pointer': pointer,
    'data-row': place.row,
    'data-column': place.column,
    'aria-label': `${column.title}, row ${place.row + 1}`,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? errorId : undefined,
  };
  const leave = () => {
    setTyped(undefined);
    events.leave(pointer);
  };
  return (
    <td data-kind={getKind(column)} data-changed={isChanged || undefined}>
      {column.input === 'select' ? (
        <select
          {...control}
          value={String(value ?? '')}
          onChange={(event) => events.change(pointer, event.currentTarget.value)}
          onBlur={leave}
        >
          {listOptions(column, value).map(([option, label]) => (
            <option key={option} value={option}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...control}
          autoComplete="off"
          inputMode={column.input === 'number' ? 'decimal' : undefined}
          value={isTyped ? typed : formatCell(column, row, name)}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            events.change(pointer, parseCell(column, event.currentTarget.value));
          }}
          onBlur={leave}
        />
      )}
      {error && (
        <span id={errorId} className={classes.error}>
          {error}
        </span>
      )}
    </td>
  );
}

/** Returns the choices of a column, with a pasted text that is none of them. */
function listOptions({ options = {} }: FormField, value: unknown): [value: string, label: string][] {
  const known = Object.entries(options);
  const text = String(value ?? '');
  return Object.hasOwn(options, text) ? known : [[text, text], ...known];
}

/** The width of a column in the style sheet. */
export function getKind({ input, maxLength = 0 }: FormField): string {
  if (input !== 'text') return input;
  return maxLength > 80 ? 'long' : 'text';
}
