import type { ContentItem } from '@threadline/schema/content-item';
import type { ItemDefinition } from '@threadline/schema/content-model';
import { isPlaceholder } from '@threadline/schema/placeholders';
import { artThumbnailOf } from '../images/art-thumbnail.ts';
import { type FormField, fieldOf, leavesOf } from './form-model.ts';

/** Spec §2, §9: previews are cut at 200 characters. */
export const previewLength = 200;

export function cutPreview(text: string): string {
  const characters = [...text]; // by characters, so that no half of an emoji stays behind
  return characters.length > previewLength ? `${characters.slice(0, previewLength).join('').trimEnd()}…` : text;
}

const titleFields = ['headline', 'title', 'heading', 'question', 'name', 'label'];

interface Words {
  name: string;
  text: string;
}

/** The texts of a value in their order, without addresses and switches. */
function wordsOf(field: FormField, value: unknown, name = ''): Words[] {
  if (field.properties) {
    const properties = (value ?? {}) as Record<string, unknown>;
    return Object.entries(field.properties).flatMap(([part, property]) => wordsOf(property, properties[part], part));
  }
  const { items } = field;
  if (items && Array.isArray(value)) return value.flatMap((item) => wordsOf(items, item));
  const isText = (field.input === 'text' || field.input === 'textarea' || field.input === 'number') && name !== 'alt';
  return isText && value !== '' && value !== undefined && value !== null ? [{ name, text: String(value) }] : [];
}

/** How an item is called in the list: its own title, or what a reader would call it. */
export function titleOf(item: Pick<ContentItem, 'value' | 'metadata'>, definition: ItemDefinition): string {
  if (item.metadata.title) return item.metadata.title;
  if (!definition.list) return definition.title;
  const words = wordsOf(fieldOf(definition.schema), item.value);
  const found = titleFields.map((name) => words.find((word) => word.name === name)).find(Boolean) ?? words[0];
  if (found?.name === 'label' && words[0]?.name === 'value') return `${figureOf(item.value)} ${found.text}`;
  return found?.text ?? definition.title;
}

function figureOf(value: unknown): string {
  const { prefix = '', value: figure = 0, suffix = '' } = value as { prefix?: string; value?: number; suffix?: string };
  return `${prefix}${figure.toLocaleString('en-IN')}${suffix}`;
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
  return leavesOf(fieldOf(definition.schema), item.value)
    .filter(({ text }) => isPlaceholder(text))
    .map(({ label }) => label);
}

/** The first picture in a value, of the library or drawn, for a thumbnail. */
export function thumbnailOf(value: unknown): string | undefined {
  const src = /"(\/(?:media|art)\/[^"]+)"/.exec(JSON.stringify(value) ?? '')?.[1];
  return src?.startsWith('/art/') ? artThumbnailOf(src.slice('/art/'.length)) : src;
}
