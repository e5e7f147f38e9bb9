import type { ContentItem, GroupedContent } from '@threadline/schema/content-item';
import { contentModel, findDefinition } from '@threadline/schema/content-model';
import { fieldOf, leavesOf } from '@threadline/schema/form-field';
import { titleOf } from '@threadline/schema/item-name';
import { findPlaceholders } from '@threadline/schema/placeholders';

/** A field that still holds what the seed put there. */
export interface MissingWords {
  section: string;
  key: string;
  /** JSON Pointer of the field. */
  field: string;
  /** `Site settings, Contact details, Phone` */
  words: string;
}

// An item that did not change is the object it was.
const found = new WeakMap<ContentItem, MissingWords[]>();

/** Everything that the owner has to write before the site goes live, in the order of the tabs. What is hidden can wait. */
export function missingWords(content: GroupedContent): MissingWords[] {
  const items = Object.keys(contentModel).flatMap((section) => Object.values(content[section] ?? {}));
  return items.flatMap((item) => {
    if (!found.has(item)) found.set(item, missingIn(item));
    return found.get(item) ?? [];
  });
}

function missingIn(item: ContentItem): MissingWords[] {
  const { section, key, value, metadata } = item;
  const definition = findDefinition(section, key);
  if (!definition || metadata.hidden) return [];
  const pointers = findPlaceholders(definition.schema, value);
  return leavesOf(fieldOf(definition.schema), value)
    .filter(({ pointer }) => pointers.includes(pointer))
    .map(({ pointer, label }) => ({
      section,
      key,
      field: pointer,
      words: [...new Set([contentModel[definition.section].title, titleOf(item, definition), label])].join(', '),
    }));
}
