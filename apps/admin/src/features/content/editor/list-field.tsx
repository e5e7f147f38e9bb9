import { IconChevronDown, IconChevronUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { createEntryId, getEntryIds } from '../model/entry-ids.ts';
import { blankValue, isSame } from '../model/form-model.ts';
import { withArticle } from '../model/with-article.ts';
import { type FieldProps, propertyPointer } from './field-frame.tsx';
import { useForm } from './form-context.ts';
import classes from './schema-form.module.css';

interface ListFieldProps extends FieldProps {
  renderItem: (item: FieldProps) => ReactNode;
}

/** Entries with add, remove and reorder by buttons. */
export function ListField({ field, value, base, pointer, renderItem }: ListFieldProps) {
  const form = useForm();
  const entries = Array.isArray(value) ? (value as unknown[]) : [];
  const ids = getEntryIds(form.entryIds, pointer, entries.length);
  const [said, setSaid] = useState('');
  const [removed, setRemoved] = useState<{ index: number; entry: unknown; id: string }>();
  const box = useRef<HTMLFieldSetElement>(null);
  const focusNext = useRef<string>(undefined);
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items, itemTitle = 'entry' } = field;

  useEffect(() => {
    if (!focusNext.current) return;
    box.current?.querySelector<HTMLElement>(focusNext.current)?.focus();
    focusNext.current = undefined;
  });

  if (!items) return null;
  const change = (next: unknown[], nextIds: readonly string[], message: string) => {
    form.change(pointer, next, nextIds);
    setSaid(message);
    setRemoved(undefined);
  };
  const add = () => {
    focusNext.current = `[data-entry="${entries.length}"] [data-pointer]`;
    change([...entries, blankValue(items)], [...ids, createEntryId()], `${itemTitle} ${entries.length + 1} added`);
  };
  const remove = (index: number) => {
    focusNext.current = '[data-add]';
    change(entries.toSpliced(index, 1), ids.toSpliced(index, 1), `${itemTitle} ${index + 1} removed`);
    setRemoved({ index, entry: entries[index], id: ids[index] ?? createEntryId() });
  };
  const bringBack = ({ index, entry, id }: { index: number; entry: unknown; id: string }) => {
    focusNext.current = `[data-entry="${index}"] [data-pointer]`;
    change(entries.toSpliced(index, 0, entry), ids.toSpliced(index, 0, id), `${itemTitle} ${index + 1} is back`);
  };
  const move = (index: number, to: number) => {
    const direction = to < index ? 'up' : 'down';
    const isLast = to === 0 || to === entries.length - 1;
    focusNext.current = `[data-entry="${to}"] [data-move="${isLast ? (direction === 'up' ? 'down' : 'up') : direction}"]`;
    change(
      moveEntry(entries, index, to),
      moveEntry(ids, index, to),
      `${itemTitle} is now number ${to + 1} of ${entries.length}`,
    );
  };
  const isChanged = base !== undefined && !isSame(value, base);

  return (
    <fieldset className={classes.group} ref={box}>
      <legend>
        {field.title}{' '}
        <span className={classes.hint}>
          {entries.length}
          {Number.isFinite(maxItems) && ` of ${maxItems}`}
        </span>
        {isChanged && (
          <span className="tag" data-tone="waiting">
            changed
          </span>
        )}
      </legend>
      {field.description && <p className={classes.hint}>{field.description}</p>}
      {form.errors[pointer] && <p className={classes.error}>{form.errors[pointer]}</p>}
      <ol className={classes.entries}>
        {entries.map((entry, index) => (
          <li
            key={ids[index]}
            className={classes.entry}
            data-entry={index}
            data-simple={!items.properties || undefined}
          >
            {items.properties && <strong className={classes.entryTitle}>{`${items.title} ${index + 1}`}</strong>}
            <div className={classes.entryButtons}>
              <IconButton
                label={`Move ${itemTitle} ${index + 1} up`}
                data-move="up"
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <IconChevronUp size={16} />
              </IconButton>
              <IconButton
                label={`Move ${itemTitle} ${index + 1} down`}
                data-move="down"
                disabled={index === entries.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <IconChevronDown size={16} />
              </IconButton>
              <IconButton
                label={`Remove ${itemTitle} ${index + 1}`}
                disabled={entries.length <= minItems}
                onClick={() => remove(index)}
              >
                <IconTrash size={16} />
              </IconButton>
            </div>
            <div className={classes.entryBody}>
              {renderItem({
                field: items,
                value: entry,
                base: isChanged ? undefined : entry,
                pointer: propertyPointer(pointer, index),
                label: `${items.title} ${index + 1}`,
              })}
            </div>
          </li>
        ))}
      </ol>
      <Button
        size="xs"
        data-add
        disabled={entries.length >= maxItems}
        onClick={add}
        leftSection={<IconPlus size={14} />}
      >
        Add {withArticle(itemTitle)}
      </Button>
      {removed && !ids.includes(removed.id) && entries.length < maxItems && (
        <span className={classes.removed}>
          {capitalised(itemTitle)} {removed.index + 1} removed.
          <button type="button" className="text-button" onClick={() => bringBack(removed)}>
            Undo
          </button>
        </span>
      )}
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </fieldset>
  );
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function moveEntry<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  return entries.toSpliced(from, 1).toSpliced(to, 0, ...entries.slice(from, from + 1));
}
