import type { ContentItem, GroupedContent } from '@threadline/schema/content/content-item';
import { contentModel, findDefinition, type ItemDefinition } from '@threadline/schema/content/content-model';
import { getField, listLeaves } from '@threadline/schema/content/form-field';
import { getItemTitle } from '@threadline/schema/content/item-name';
import { findPlaceholders } from '@threadline/schema/content/placeholders';
import { perItem } from './per-item.ts';

/** A field that still holds a placeholder of the example content. */
export interface PlaceholderField {
  section: string;
  key: string;
  /** JSON Pointer of the field. */
  field: string;
  /** `Site settings, Contact details, Phone` */
  label: string;
}

/** Returns the fields that the owner has to fill in. Hidden items may stay as they are. */
export function listPlaceholders(content: GroupedContent): PlaceholderField[] {
  return Object.keys(contentModel).flatMap((section) => Object.values(content[section] ?? {}).flatMap(listOfItem));
}

const listOfItem = perItem((item: ContentItem): PlaceholderField[] => {
  const definition = findDefinition(item.section, item.key);
  if (!definition || item.metadata.hidden) return [];
  const outer = [contentModel[definition.section].title, getItemTitle(item, definition)];
  return findItemPlaceholders(item, definition).map(({ pointer, label }) => ({
    section: item.section,
    key: item.key,
    field: pointer,
    label: [...new Set([...outer, label])].join(', '),
  }));
});

export function findItemPlaceholders(
  { value }: Pick<ContentItem, 'value'>,
  { schema }: Pick<ItemDefinition, 'schema'>,
) {
  const pointers = findPlaceholders(schema, value);
  if (pointers.length === 0) return [];
  return listLeaves(getField(schema), value).filter(({ pointer }) => pointers.includes(pointer));
}
