import type { ContentItem } from './content-item.ts';
import { contentModel, findDefinition, type ItemDefinition } from './content-model.ts';
import { type FormField, formatValue, getField } from './form-field.ts';

type Named = Pick<ContentItem, 'value' | 'metadata'>;

const titleFields = ['headline', 'title', 'heading', 'question', 'name', 'label'];

const readableInputs = new Set<FormField['input']>(['text', 'textarea', 'number', 'email', 'phone']);

interface NamedText {
  name: string;
  text: string;
}

/** Returns the texts of a value in order, without links, switches and alt texts. */
export function listTexts(field: FormField, value: unknown, name = ''): NamedText[] {
  if (field.properties) {
    const properties = (value ?? {}) as Record<string, unknown>;
    return Object.entries(field.properties).flatMap(([part, property]) => listTexts(property, properties[part], part));
  }
  const { items } = field;
  if (items && Array.isArray(value)) return value.flatMap((item) => listTexts(items, item));
  const isText = readableInputs.has(field.input) && name !== 'alt';
  return isText && value !== '' && value !== undefined && value !== null
    ? [{ name, text: addUnit(field, formatValue(field, value)) }]
    : [];
}

/** Returns a number with its label if that names a unit: `Reply within (hours)` → `Reply within 48 hours`. */
function addUnit({ input, title }: FormField, text: string): string {
  const at = title.lastIndexOf(' (');
  const hasUnit = input === 'number' && at > 0 && title.endsWith(')');
  return hasUnit ? `${title.slice(0, at)} ${text} ${title.slice(at + 2, -1)}` : text;
}

/** Returns an item's name within its list: its own title, or its most prominent text. */
export function getItemTitle(item: Named, definition: ItemDefinition): string {
  const { list, title } = definition;
  return findTitle(item, definition) ?? (list?.hasDrafts ? `Untitled ${list.itemTitle}` : title);
}

/** Returns whether an item has a name of its own, which a new entry gets with its first text. */
export function isNamed(item: Named, definition: ItemDefinition): boolean {
  return findTitle(item, definition) !== undefined;
}

function findTitle({ value, metadata }: Named, { list, title, schema }: ItemDefinition): string | undefined {
  if (metadata.title) return metadata.title;
  if (!list) return title;
  const form = getField(schema);
  const texts = listTexts(form, value);
  // A draft may have no title yet. Its topic, or the title of a part, would be taken for one.
  if (list.hasDrafts && form.properties?.title && !Object(value).title) return undefined;
  const found = titleFields.map((name) => texts.find((text) => text.name === name)).find(Boolean) ?? texts[0];
  if (found?.name === 'label' && texts[0]?.name === 'value') return `${formatFigure(value)} ${found.text}`;
  return found?.text;
}

function formatFigure(value: unknown): string {
  const { prefix = '', value: figure = 0, suffix = '' } = value as { prefix?: string; value?: number; suffix?: string };
  return `${prefix}${figure.toLocaleString('en-IN')}${suffix}`;
}

const maxNameLength = 80;

/** Returns an item's name outside its list: `Slide: One screen for all`, `Hero: Headline`. */
export function getQualifiedTitle(item: Named & Pick<ContentItem, 'section' | 'key'>): string {
  const definition = findDefinition(item.section, item.key);
  // The item belongs to an older content model.
  if (!definition) return `${capitalise(item.section)}: ${item.key.replaceAll('-', ' ')}`;
  const section = contentModel[definition.section].title;
  const title = findTitle(item, definition);
  const kind = definition.list && capitalise(definition.list.itemTitle);
  return title ? `${kind ?? section}: ${shorten(title)}` : `${kind} in ${section}`;
}

function shorten(text: string): string {
  const characters = [...text.replaceAll('\n', ' ')];
  return characters.length > maxNameLength
    ? `${characters.slice(0, maxNameLength).join('').trimEnd()}…`
    : characters.join('');
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
