import type { ContentItem } from '@threadline/schema/content/content-item';
import { findDefinition } from '@threadline/schema/content/content-model';
import { type FormField, getField, getFieldAt } from '@threadline/schema/content/form-field';
import { capitalise, getItemTitle } from '@threadline/schema/content/item-name';
import type { PreviewField } from '@threadline/schema/wire/preview';
import { type EntryActions, withArticle } from '../../content/model/section-model.ts';
import { getValueAt } from '../../content/model/value-at.ts';
import type { EntryBar } from '../messages.ts';

/** An item as the page shows it. */
interface ShownItem {
  item: Pick<ContentItem, 'value' | 'metadata'>;
  /** Its text in the open form, otherwise the saved one. */
  value: unknown;
  /** Undefined for an item that is no entry of a list, or is not saved yet. */
  actions: EntryActions | undefined;
}

/** Returns the bars of the entries that a field of the page belongs to, the innermost first. */
export function listEntryBars(field: PreviewField, { item, value, actions }: ShownItem): EntryBar[] {
  const { section, key, pointer } = field;
  const definition = findDefinition(section, key);
  if (!definition) return [];
  const form = getField(definition.schema);
  const bars = listEntryPointers(form, pointer).flatMap((entry) =>
    createFieldBar({ section, key, pointer: entry }, form, value),
  );
  const { list } = definition;
  if (!list || !actions) return bars;
  const bar: EntryBar = {
    entry: { section, key, pointer: '' },
    list: `${list.prefix}-`,
    kind: capitalise(list.itemTitle),
    name: getItemTitle(item, definition),
    buttons: [
      { action: 'move-back', isDisabled: !actions.moveUp },
      { action: 'move-on', isDisabled: !actions.moveDown },
      { action: 'hide', label: list.hasDrafts ? 'Unpublish' : 'Hide from the site', isDisabled: !actions.toggleHidden },
      {
        action: 'add',
        label: `Add ${withArticle(list.itemTitle)}${list.newFirst ? '' : ' after it'}`,
        isDisabled: !actions.add,
      },
      { action: 'remove', label: 'Remove', isDisabled: !actions.remove },
    ],
  };
  return [...bars, bar];
}

/** Returns the pointers of the list entries around a field, the innermost first. The parts of a formatted text are none. */
function listEntryPointers(form: FormField, pointer: string): string[] {
  const names = pointer.split('/');
  const pointers = names.map((_, index) => names.slice(0, index + 1).join('/'));
  const isInText = pointers.some((each) => getFieldAt(form, each).input === 'rich-text');
  if (isInText) return [];
  return pointers.filter((each) => each !== '' && getFieldAt(form, getListPointer(each)).input === 'list').reverse();
}

export function getListPointer(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

export function getEntryIndex(pointer: string): number {
  return Number(pointer.slice(pointer.lastIndexOf('/') + 1));
}

function createFieldBar(entry: PreviewField, form: FormField, value: unknown): EntryBar[] {
  const list = getListPointer(entry.pointer);
  const index = getEntryIndex(entry.pointer);
  const entries = getValueAt(value, list);
  if (!Array.isArray(entries) || index >= entries.length) return [];
  const { itemTitle = 'entry', minItems = 0, maxItems = Number.POSITIVE_INFINITY } = getFieldAt(form, list);
  return [
    {
      entry,
      list,
      kind: capitalise(itemTitle),
      name: `${index + 1} of ${entries.length}`,
      buttons: [
        { action: 'move-back', isDisabled: index === 0 },
        { action: 'move-on', isDisabled: index === entries.length - 1 },
        { action: 'add', label: `Add ${withArticle(itemTitle)} after it`, isDisabled: entries.length >= maxItems },
        { action: 'remove', label: 'Remove', isDisabled: entries.length <= minItems },
      ],
    },
  ];
}
