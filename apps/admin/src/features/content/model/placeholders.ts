import type { ContentItem, GroupedContent } from '@threadline/schema/content/content-item';
import { contentModel, findDefinition } from '@threadline/schema/content/content-model';
import { getItemTitle } from '@threadline/schema/content/item-name';
import { listPlaceholderFields } from '@threadline/schema/content/placeholder-fields';
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

/** Returns the fields that the owner has to fill in. */
export function listPlaceholders(content: GroupedContent): PlaceholderField[] {
  return Object.keys(contentModel).flatMap((section) => Object.values(content[section] ?? {}).flatMap(listOfItem));
}

const listOfItem = perItem((item: ContentItem): PlaceholderField[] => {
  const definition = findDefinition(item.section, item.key);
  if (!definition) return [];
  const outer = [contentModel[definition.section].title, getItemTitle(item, definition)];
  return listPlaceholderFields(item).map(({ pointer, label }) => ({
    section: item.section,
    key: item.key,
    field: pointer,
    label: [...new Set([...outer, label])].join(', '),
  }));
});
