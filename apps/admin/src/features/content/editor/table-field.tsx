import { Text } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconPlus,
  IconRowInsertBottom,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { formatCount } from '../../../format/numbers.ts';
import { removeHidden } from '../../../format/one-line.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { formatBlock, listColumns, type Place } from '../model/cells.ts';
import { isEqual } from '../model/form-model.ts';
import { withArticle } from '../model/section-model.ts';
import { type FieldProps, GroupNotes, useForm } from './field-frame.tsx';
import form from './schema-form.module.css';
import classes from './table-field.module.css';
import { findPlace, focusCell, getKeyAction } from './table-keys.ts';
import { getKind, pickErrors, TableRow, useCellEvents } from './table-row.tsx';
import { useTableRows } from './use-table-rows.ts';

/** Rows and columns that are edited as in a spreadsheet. The form owns the value, as for every other field. */
export function TableField({ field, value, base, pointer }: FieldProps) {
  const { change, leave, errors, id } = useForm();
  const box = useRef<HTMLFieldSetElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<Place>();
  const goTo = (place: Place) => {
    const hasCell = place.row >= 0;
    // A row that is moved keeps the focus, so that no event reports its new place.
    setCurrent(hasCell ? place : undefined);
    if (hasCell) focusCell(box.current, place);
    else foot.current?.focus();
  };
  const table = useTableRows({ field, value, pointer, focusCell: goTo });
  const { rows, isFull } = table;
  const events = useCellEvents({ change, leave });
  const bases = Array.isArray(base) && base.length === rows.length ? (base as unknown[]) : undefined;

  const paste = (event: ClipboardEvent) => {
    const at = findPlace(event.target);
    const text = removeHidden(event.clipboardData.getData('text/plain')).replace(/\r?\n$/, '');
    const isBlock = /[\t\n\r]/.test(text) || event.target instanceof HTMLSelectElement;
    if (!at || text === '' || !isBlock) return;
    event.preventDefault();
    table.paste(text, at);
  };
  const isInside = ({ row, column }: Place) =>
    row >= 0 && row < rows.length && column >= 0 && column < listColumns(field).length;
  const onKeyDown = (event: KeyboardEvent) => {
    const at = findPlace(event.target);
    const action = at && getKeyAction(event, at);
    if (!action) return;
    event.preventDefault();
    if (action.kind === 'toolbar') box.current?.querySelector<HTMLElement>('[role=toolbar] :enabled')?.focus();
    else if (action.kind === 'move-row') table.move(at, action.by);
    else if (isInside(action.to)) goTo(action.to);
    else if (event.key === 'Enter' && action.to.row === rows.length && !isFull) table.insert(rows.length);
  };

  return (
    <fieldset className={form.group} ref={box}>
      <legend>
        {field.title}{' '}
        <small>
          {formatCount(rows.length, 'row')}
          {field.maxItems !== undefined && ` of ${field.maxItems}`}
        </small>
        {base !== undefined && !isEqual(value, base) && <Tag tone="warning">changed</Tag>}
      </legend>
      <GroupNotes description={field.description} error={errors[pointer]} />
      <Button size="compact-xs" className={classes.skip} onClick={() => foot.current?.focus()}>
        Skip this table
      </Button>
      <div className={classes.frame}>
        <RowTools
          label={`Rows of ${field.title}`}
          table={table}
          current={current}
          copied={formatBlock(field, rows)}
          onLeave={goTo}
        />
        <div className={classes.scroller}>
          <table
            className={classes.table}
            aria-label={field.title}
            onFocus={(event) => setCurrent(findPlace(event.target) ?? current)}
            onKeyDown={onKeyDown}
            onPaste={paste}
          >
            <thead>
              <tr>
                <th scope="col" className={classes.number}>
                  <span className="visually-hidden">Row</span>
                </th>
                {listColumns(field).map(([name, column]) => (
                  <th key={name} scope="col" data-kind={getKind(column)}>
                    {column.title} {column.description && <small>{column.description}</small>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <TableRow
                  key={table.ids[index]}
                  table={field}
                  row={row}
                  base={bases?.[index] ?? row}
                  index={index}
                  pointer={`${pointer}/${index}`}
                  formId={id}
                  errors={pickErrors(errors, `${pointer}/${index}/`)}
                  isCurrent={current?.row === index}
                  events={events}
                />
              ))}
            </tbody>
          </table>
        </div>
      </div>
      <div className={classes.foot} ref={foot} tabIndex={-1}>
        <Button
          size="xs"
          disabled={isFull}
          onClick={() => table.insert(rows.length)}
          leftSection={<IconPlus size={14} aria-hidden="true" />}
        >
          Add {withArticle(field.itemTitle ?? 'row')}
        </Button>
        <Text span c="dimmed" fz="sm" role="status">
          {table.message}
        </Text>
        {table.undo && <TextButton onClick={table.undo}>Undo</TextButton>}
        <small className={classes.keys} aria-hidden="true">
          Paste cells from Excel or Google Sheets. <kbd>Alt F10</kbd> row tools <kbd>Alt Shift ↑ ↓</kbd> move the row
        </small>
      </div>
    </fieldset>
  );
}

interface RowToolsProps {
  label: string;
  table: ReturnType<typeof useTableRows>;
  /** The cell that had the focus last. */
  current: Place | undefined;
  /** The table as text for a spreadsheet. */
  copied: string;
  /** Called with Escape, to return to the cell. */
  onLeave: (place: Place) => void;
}

/** The actions for the row of the current cell. In the rows themselves they would be hundreds of tab stops. */
function RowTools({ label, table, current, copied, onLeave }: RowToolsProps) {
  const { rows, isFull, isMinimal, insert, move, remove } = table;
  const place = current && current.row < rows.length ? current : undefined;
  const name = place ? `row ${place.row + 1}` : 'the row';
  const tool = (title: string, icon: TablerIcon, run: ((place: Place) => void) | undefined) => (
    <IconButton icon={icon} label={title} disabled={!place || !run} onClick={() => place && run?.(place)} />
  );
  const isLast = place?.row === rows.length - 1;
  return (
    <div
      role="toolbar"
      aria-label={label}
      className={classes.bar}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !place) return;
        event.preventDefault(); // the editor stays open
        onLeave(place);
      }}
    >
      <Text span c="dimmed" fz="xs" className={classes.place}>
        {place ? `Row ${place.row + 1}` : 'Rows'}
      </Text>
      {tool(`Move ${name} up`, IconArrowUp, place?.row === 0 ? undefined : (at) => move(at, -1))}
      {tool(`Move ${name} down`, IconArrowDown, isLast ? undefined : (at) => move(at, 1))}
      {tool(`Add a row below ${name}`, IconRowInsertBottom, isFull ? undefined : ({ row }) => insert(row + 1))}
      {tool(`Remove ${name}`, IconTrash, isMinimal ? undefined : remove)}
      <CopyButton size="compact-xs" variant="subtle" ml="auto" text={copied}>
        Copy table
      </CopyButton>
    </div>
  );
}
