import type { ContentItem } from './content-item.ts';
import { findDefinition } from './content-model.ts';
import { getField, type Leaf, listLeaves } from './form-field.ts';
import { findPlaceholders } from './placeholders.ts';

/**
 * Returns the fields of an item that the owner has to fill in; none for a hidden item, which may stay as it is. A formatted
 * text is one field, however many of its links lead to an example address.
 */
export function listPlaceholderFields({
  section,
  key,
  value,
  metadata,
}: Pick<ContentItem, 'section' | 'key' | 'value' | 'metadata'>): Leaf[] {
  const schema = findDefinition(section, key)?.schema;
  if (!schema || metadata.hidden) return [];
  const pointers = findPlaceholders(schema, value);
  if (pointers.length === 0) return [];
  return listLeaves(getField(schema), value).filter(({ pointer }) =>
    pointers.some((each) => each === pointer || each.startsWith(`${pointer}/`)),
  );
}
