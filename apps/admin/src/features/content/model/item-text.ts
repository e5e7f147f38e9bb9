import { artAt } from '@threadline/schema/art';
import type { ContentItem } from '@threadline/schema/content-item';
import type { ItemDefinition } from '@threadline/schema/content-model';
import { type FormField, fieldOf, leavesOf } from '@threadline/schema/form-field';
import { titleOf, wordsOf } from '@threadline/schema/item-name';
import { findPlaceholders } from '@threadline/schema/placeholders';
import { artThumbnailOf } from '../../../ui/art-thumbnail.ts';

/** Spec §2, §9: previews are cut at 200 characters. */
export const previewLength = 200;

export function cutPreview(text: string): string {
  const characters = [...text]; // by characters, so that no half of an emoji stays behind
  return characters.length > previewLength ? `${characters.slice(0, previewLength).join('').trimEnd()}…` : text;
}

/** What kind of thing an item is, as an editor would say it; the stored type is the specification's. */
export function kindOf({ schema, list }: ItemDefinition): string {
  if (list) return list.itemTitle;
  return kindWords[fieldOf(schema).input] ?? 'several fields';
}

const kindWords: Partial<Record<FormField['input'], string>> = {
  text: 'short text',
  textarea: 'long text',
  number: 'number',
  picture: 'picture',
  list: 'list',
};

/** The words of an item that its title does not say already, cut at 200 characters. */
export function previewOf(item: Pick<ContentItem, 'value' | 'metadata'>, definition: ItemDefinition): string {
  const title = titleOf(item, definition);
  const words = wordsOf(fieldOf(definition.schema), item.value).map(({ text }) => text);
  const rest = new Set(words.filter((text) => text !== title));
  return cutPreview([...rest].join(' · ').replaceAll('\n', ' '));
}

/** Labels of the fields that still hold what the seed put there. */
export function placeholdersOf(item: Pick<ContentItem, 'value'>, definition: ItemDefinition): string[] {
  const pointers = findPlaceholders(definition.schema, item.value);
  return leavesOf(fieldOf(definition.schema), item.value)
    .filter(({ pointer }) => pointers.includes(pointer))
    .map(({ label }) => label);
}

/** The first picture in a value, of the library or drawn, for a thumbnail. */
export function thumbnailOf(value: unknown): string | undefined {
  const src = /"(\/(?:media|art)\/[^"]+)"/.exec(JSON.stringify(value) ?? '')?.[1];
  const art = artAt(src ?? '');
  return art ? artThumbnailOf(art) : src;
}
