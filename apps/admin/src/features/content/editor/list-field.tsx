import { Stack, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { nameEntry } from '@threadline/schema/content/form-field';
import { capitalise } from '@threadline/schema/content/item-name';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { createEntryId, getEntryIds } from '../model/entry-ids.ts';
import { blankValue, isEqual } from '../model/form-model.ts';
import { changeList, type EntryList } from '../model/list-change.ts';
import { withArticle } from '../model/section-model.ts';
import { type FieldProps, GroupNotes, useForm } from './field-frame.tsx';
import classes from './schema-form.module.css';

interface ListFieldProps extends FieldProps {
  renderEntry: (entry: FieldProps) => ReactNode;
}

interface ListEntry {
  index: number;
  value: unknown;
  id: string;
}

/** A list whose entries are added, removed and reordered by buttons. */
export function ListField({ field, value, base, pointer, renderEntry }: ListFieldProps) {
  const form = useForm();
  const entries = Array.isArray(value) ? (value as unknown[]) : [];
  const ids = getEntryIds(form.entryIds, pointer, entries.length);
  const [announcement, setAnnouncement] = useState('');
  const [removed, setRemoved] = useState<ListEntry>();
  const [focusTarget, setFocusTarget] = useState<{ selector: string }>();
  const box = useRef<HTMLFieldSetElement>(null);
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items, itemTitle = 'entry' } = field;
  const isChanged = base !== undefined && !isEqual(value, base);

  useEffect(() => {
    if (focusTarget) box.current?.querySelector<HTMLElement>(focusTarget.selector)?.focus();
  }, [focusTarget]);

  if (!items) return null;
  const change = (next: EntryList, message: string, selector: string) => {
    form.change(pointer, next.entries, next.ids);
    setAnnouncement(message);
    setRemoved(undefined);
    setFocusTarget({ selector });
  };
  const insert = ({ index, value: entry, id }: ListEntry, verb: string) => {
    const next = changeList({ entries, ids }, { kind: 'insert', index, value: entry, id });
    change(next, `${itemTitle} ${index + 1} ${verb}`, `[data-entry="${index}"] [data-pointer]`);
  };
  const remove = (index: number) => {
    change(changeList({ entries, ids }, { kind: 'remove', index }), `${itemTitle} ${index + 1} removed`, '[data-add]');
    setRemoved({ index, value: entries[index], id: ids[index] ?? createEntryId() });
  };
  const move = (index: number, to: number) => {
    const message = `${itemTitle} is now number ${to + 1} of ${entries.length}`;
    // The button that was pressed is disabled at the end of the list, and a disabled button cannot have the focus.
    const direction = to === 0 ? 'down' : to === entries.length - 1 || to < index ? 'up' : 'down';
    const selector = `[data-entry="${to}"] [data-move="${direction}"]`;
    change(changeList({ entries, ids }, { kind: 'move', from: index, to }), message, selector);
  };

  return (
    <fieldset className={classes.group} ref={box}>
      <legend>
        {field.title}{' '}
        <small>
          {entries.length}
          {Number.isFinite(maxItems) && ` of ${maxItems}`}
        </small>
        {isChanged && <Tag tone="warning">changed</Tag>}
      </legend>
      <GroupNotes description={field.description} error={form.errors[pointer]} />
      <Stack component="ol" gap={8} mb={8}>
        {entries.map((entry, index) => (
          <li
            key={ids[index]}
            className={classes.entry}
            data-entry={index}
            data-simple={!items.properties || undefined}
          >
            {items.properties && <strong>{nameEntry(field, '', index)}</strong>}
            <div className={classes.entryButtons}>
              <IconButton
                icon={IconChevronUp}
                label={`Move ${itemTitle} ${index + 1} up`}
                data-move="up"
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              />
              <IconButton
                icon={IconChevronDown}
                label={`Move ${itemTitle} ${index + 1} down`}
                data-move="down"
                disabled={index === entries.length - 1}
                onClick={() => move(index, index + 1)}
              />
              <IconButton
                icon={IconTrash}
                label={`Remove ${itemTitle} ${index + 1}`}
                disabled={entries.length <= minItems}
                onClick={() => remove(index)}
              />
            </div>
            <div className={classes.entryBody}>
              {renderEntry({
                field: items,
                value: entry,
                base: isChanged ? undefined : entry,
                pointer: `${pointer}/${index}`,
                label: nameEntry(field, '', index),
              })}
            </div>
          </li>
        ))}
      </Stack>
      <Button
        size="xs"
        data-add
        disabled={entries.length >= maxItems}
        onClick={() => insert({ index: entries.length, value: blankValue(items), id: createEntryId() }, 'added')}
        leftSection={<IconPlus size={14} />}
      >
        Add {withArticle(itemTitle)}
      </Button>
      {removed && !ids.includes(removed.id) && entries.length < maxItems && (
        <Text span c="dimmed" fz="sm" ml={10}>
          {capitalise(itemTitle)} {removed.index + 1} removed.
          <TextButton onClick={() => insert(removed, 'restored')}>Undo</TextButton>
        </Text>
      )}
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
    </fieldset>
  );
}
