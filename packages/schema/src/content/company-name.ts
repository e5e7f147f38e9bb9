import { toPointer } from '../primitives/json-pointer.ts';
import { isRichText } from '../rich-text/rich-text.ts';
import type { ContentItem } from './content-item.ts';
import { findDefinition } from './content-model.ts';
import { type FormField, getField } from './form-field.ts';

/** The company name of the example content. */
export const shippedCompanyName = 'Threadline Advisory';

/** A change of the company name. */
export interface NameChange {
  former: string;
  current: string;
}

type Named = Pick<ContentItem, 'section' | 'key' | 'value' | 'metadata'>;

/** A field whose text contains the former company name. */
export interface FormerNameUse {
  section: string;
  key: string;
  pointer: string;
}

/** Returns the company name under Site settings, Brand; empty if the item is missing. */
export function getCompanyName(items: readonly Pick<ContentItem, 'section' | 'key' | 'value'>[]): string {
  const brand = items.find(({ section, key }) => section === 'site' && key === 'brand');
  return String((brand?.value as { name?: unknown } | undefined)?.name ?? '').trim();
}

/** Returns the fields outside of Brand that still contain the former company name. Hidden items may keep it. */
export function findFormerName(items: readonly Named[], change: NameChange): FormerNameUse[] {
  const rename = createRename(change);
  if (!rename) return [];
  return items.flatMap(({ section, key, value, metadata }) => {
    const form = metadata.hidden ? undefined : getForm(section, key);
    if (!form) return [];
    const pointers: string[] = [];
    editTexts({ field: form }, value, (text, pointer) => {
      if (rename(text) !== text && !pointers.includes(pointer)) pointers.push(pointer);
      return text;
    });
    return pointers.map((pointer) => ({ section, key, pointer }));
  });
}

/** Returns the value of an item with the current company name in place of the former one. */
export function replaceFormerName({ section, key, value }: Omit<Named, 'metadata'>, change: NameChange): unknown {
  const [form, rename] = [getForm(section, key), createRename(change)];
  return form && rename ? editTexts({ field: form }, value, rename) : value;
}

/** The brand has several names of its own, each with a field. */
function getForm(section: string, key: string): FormField | undefined {
  if (section === 'site' && key === 'brand') return undefined;
  const schema = findDefinition(section, key)?.schema;
  return schema && getField(schema);
}

/** Returns a function that replaces the former name as a whole, unless it is part of the current one. */
function createRename({ former, current }: NameChange): ((text: string) => string) | undefined {
  if (former === '' || current === '' || former === current) return undefined;
  const rename = (text: string) =>
    text
      .split(former)
      .reduce(
        (before, after) =>
          before + (isLetterOrDigit(before.at(-1)) || isLetterOrDigit(after[0]) ? former : current) + after,
      );
  return current.includes(former) ? (text) => text.split(current).map(rename).join(current) : rename;
}

function isLetterOrDigit(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}

interface Place {
  field: FormField;
  pointer?: string;
}

type Edit = (text: string, pointer: string) => string;

/** Returns a value with every text edited; addresses, choices and numbers stay as they are. */
function editTexts({ field, pointer = '' }: Place, value: unknown, edit: Edit): unknown {
  if (field.properties && typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, part]) => {
      const property = field.properties?.[name];
      return [name, property ? editTexts({ field: property, pointer: pointer + toPointer([name]) }, part, edit) : part];
    });
    return Object.fromEntries(entries);
  }
  const { items, input } = field;
  if (items && Array.isArray(value))
    return value.map((entry, index) => editTexts({ field: items, pointer: pointer + toPointer([index]) }, entry, edit));
  if (isRichText(value)) return editNodes(value, (text) => edit(text, pointer));
  return typeof value === 'string' && (input === 'text' || input === 'textarea') ? edit(value, pointer) : value;
}

const addressAttributes = ['href', 'src', 'anchor'];

function editNodes(node: unknown, edit: (text: string) => string): unknown {
  if (typeof node === 'string') return edit(node);
  if (Array.isArray(node)) return node.map((part) => editNodes(part, edit));
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([name, part]) => [
    name,
    name === 'type' || addressAttributes.includes(name) ? part : editNodes(part, edit),
  ]);
  return Object.fromEntries(entries);
}
