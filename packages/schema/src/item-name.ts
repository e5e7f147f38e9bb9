import type { ContentItem } from './content-item.ts';
import { contentModel, findDefinition, type ItemDefinition } from './content-model.ts';
import { type FormField, fieldOf } from './form-field.ts';
import { formatPhone } from './phone.ts';

type Named = Pick<ContentItem, 'value' | 'metadata'>;

const titleFields = ['headline', 'title', 'heading', 'question', 'name', 'label'];

const readableInputs = new Set<FormField['input']>(['text', 'textarea', 'number', 'email', 'phone']);

interface Words {
  name: string;
  text: string;
}

/** The texts of a value in their order, without addresses and switches. */
export function wordsOf(field: FormField, value: unknown, name = ''): Words[] {
  if (field.properties) {
    const properties = (value ?? {}) as Record<string, unknown>;
    return Object.entries(field.properties).flatMap(([part, property]) => wordsOf(property, properties[part], part));
  }
  const { items } = field;
  if (items && Array.isArray(value)) return value.flatMap((item) => wordsOf(items, item));
  const isText = readableInputs.has(field.input) && name !== 'alt';
  return isText && value !== '' && value !== undefined && value !== null
    ? [{ name, text: field.input === 'phone' ? formatPhone(String(value)) : String(value) }]
    : [];
}

/** How an item is called in the list: its own title, or what a reader would call it. */
export function titleOf(item: Named, definition: ItemDefinition): string {
  return ownWords(item, definition) ?? definition.title;
}

function ownWords({ value, metadata }: Named, { list, title, schema }: ItemDefinition): string | undefined {
  if (metadata.title) return metadata.title;
  if (!list) return title;
  const words = wordsOf(fieldOf(schema), value);
  const found = titleFields.map((name) => words.find((word) => word.name === name)).find(Boolean) ?? words[0];
  if (found?.name === 'label' && words[0]?.name === 'value') return `${figureOf(value)} ${found.text}`;
  return found?.text;
}

function figureOf(value: unknown): string {
  const { prefix = '', value: figure = 0, suffix = '' } = value as { prefix?: string; value?: number; suffix?: string };
  return `${prefix}${figure.toLocaleString('en-IN')}${suffix}`;
}

const longestName = 80;

/** How an item is called where its list is not in sight: `Slide: One screen for all`, `Hero: Title`. */
export function itemName(item: Named & Pick<ContentItem, 'section' | 'key'>): string {
  const { section, key } = item;
  const definition = findDefinition(section, key);
  // Of a model that is no longer in use.
  if (!definition) return `${capitalised(section)}: ${key.replaceAll('-', ' ')}`;
  const place = contentModel[definition.section].title;
  const words = ownWords(item, definition);
  const kind = definition.list && capitalised(definition.list.itemTitle);
  return words ? `${kind ?? place}: ${cut(words)}` : `${kind} in ${place}`;
}

function cut(words: string): string {
  const characters = [...words.replaceAll('\n', ' ')];
  return characters.length > longestName
    ? `${characters.slice(0, longestName).join('').trimEnd()}…`
    : characters.join('');
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
