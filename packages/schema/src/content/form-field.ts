import { z } from 'zod';
import { formatDay } from '../primitives/calendar-day.ts';
import type { InputKind, OwnImageUse, TextFit } from '../primitives/fields.ts';
import { toPointer } from '../primitives/json-pointer.ts';
import { formatPhone } from '../primitives/phone.ts';
import type { PictureShape } from '../primitives/picture-shapes.ts';
import { describeVariables, type TextVariables } from '../primitives/text-variables.ts';
import { isRichText } from '../rich-text/rich-text.ts';
import { toMarkdown } from '../rich-text/to-text.ts';

/** A form field: the JSON Schema of the content model with the properties that `.meta()` adds. */
export interface FormField {
  title: string;
  description?: string;
  input: InputKind;
  optional?: boolean;
  default?: unknown;
  /** Stored value → label. */
  options?: Record<string, string>;
  /** The name of one entry of a list, or of one row of a table. */
  itemTitle?: string;
  /** The columns that name a row of a table. */
  rowName?: string[];
  maxLength?: number;
  /** The values that the site fills in for `{name}`, each with its name for editors. */
  variables?: TextVariables;
  fit?: TextFit;
  /** Search results cut the text off after about this many characters. */
  cutAt?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: FormField;
  properties?: Record<string, FormField>;
  /** Shown only while the sibling field has this value. */
  when?: Record<string, string | boolean>;
  /** The label and the hint of the field while its sibling `type` is `video`. */
  forVideo?: { title: string; description: string };
  /** Pointer to the field of the item whose text includes this one on the page. */
  shownIn?: string;
  /** Only the owner can provide this text; the seed contains a placeholder. */
  isOwnerDetail?: boolean;
  /** The group of link targets whose names the form suggests. */
  suggestedGroup?: string;
  /** A link to another website: the form offers no pages of this one. */
  isExternal?: boolean;
  /** How search engines and chats show the page of the entry, or the home page if it is an item; the form previews it. */
  isListing?: boolean;
  /** A picture that the site shows in wide and in tall boxes. */
  hasCrops?: boolean;
  /** The shape in which the site shows the picture; the crop editor offers it. */
  shape?: PictureShape;
  /** An image of the library that shows the firm itself. */
  ownImageUse?: OwnImageUse;
  /** An empty day becomes that of the publication. */
  isPublishingDay?: boolean;
  /** The colours of the site; the form shows a sample of them. */
  isBrandColors?: boolean;
  /** Subject and text of an email; the form shows a sample. */
  isMessage?: boolean;
  /** A phone number for chats, not for calls. */
  isChat?: boolean;
}

/** Shown instead of a day that is set when the entry is published. */
export const publishingDayText = 'Day of publication';

const fields = new WeakMap<z.ZodType, FormField>();

/** Returns the form field for a schema of the content model. */
export function getField(schema: z.ZodType): FormField {
  let field = fields.get(schema);
  if (!field) {
    // Every schema of the model has a title and an input; a test of this package verifies it.
    field = z.toJSONSchema(schema, { io: 'input', override: hideParts }) as unknown as FormField;
    fields.set(schema, field);
  }
  return field;
}

const singleFields: readonly unknown[] = ['rich-text', 'choices'] satisfies InputKind[];

/** A formatted text is one field, whatever its nodes are, and so are several choices. */
function hideParts({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  if (!singleFields.includes(jsonSchema.input)) return;
  for (const name of ['properties', 'required', 'additionalProperties', 'items']) delete jsonSchema[name];
}

/** A single value that an editor can read: a text, a number, a choice. */
export interface Leaf {
  pointer: string;
  label: string;
  text: string;
}

/** Returns all leaves of a value in the order of the form; `label` includes the titles of their groups. */
export function listLeaves(field: FormField, value: unknown, { pointer = '', label = '' } = {}): Leaf[] {
  if (field.properties) {
    const properties = (value ?? {}) as Record<string, unknown>;
    const outer = pointer === '' ? '' : joinLabels(label, field.title);
    return Object.entries(field.properties).flatMap(([name, property]) =>
      listLeaves(property, properties[name], { pointer: pointer + toPointer([name]), label: outer }),
    );
  }
  const { items } = field;
  if (items && Array.isArray(value)) {
    return value.flatMap((item, index) => {
      const at = pointer + toPointer([index]);
      if (field.input === 'table') {
        const rowLabel = nameRow(field, joinLabels(label, field.title), item);
        return listLeaves(nameColumns(field, rowLabel), item, { pointer: at });
      }
      return listLeaves({ ...items, title: nameEntry(field, label, index) }, item, { pointer: at });
    });
  }
  return [{ pointer, label: joinLabels(label, field.title), text: formatValue(field, value) }];
}

/** Returns the fields of a row with their whole labels. The columns that name the row have the label of the row. */
export function nameColumns({ rowName = [], items }: FormField, rowLabel: string): FormField {
  const columns = Object.entries(items?.properties ?? {}).map(([name, column]) => {
    const title = rowName.includes(name) ? rowLabel : `${rowLabel}, ${column.title}`;
    return [name, { ...column, title }] as const;
  });
  return { input: 'group', title: rowLabel, properties: Object.fromEntries(columns) };
}

const fillers = new Set(['a', 'an', 'and', 'in', 'of', 'on', 'or', 'the', 'to']);

/** Titles that say nothing more than the title of their group: the image of a cover is the cover. */
const unspecificTitles = new Set(['Image']);

/** Returns the terms of a label, without articles and prepositions, in the singular. */
export function listTerms(label: string): string[] {
  const all = label.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return all.filter((term) => !fillers.has(term)).map((term) => term.replace(/(?<!s)s$/, ''));
}

/**
 * Returns the label of a field within a group: `Main button, Text`. No word is repeated: where both titles share one, the
 * title that says more is used alone.
 */
export function joinLabels(outer: string, title: string): string {
  if (outer === '') return title;
  const outerTerms = listTerms(outer);
  const isKnown = listTerms(title).map((term) => outerTerms.includes(term));
  if (isKnown.every(Boolean) || unspecificTitles.has(title)) return outer;
  return isKnown.includes(true) ? title : `${outer}, ${title}`;
}

/** Returns the label of an entry of a list: `Address line 2`; that of a row of a table includes the table. */
export function nameEntry({ input, title, itemTitle = 'entry' }: FormField, outer: string, index: number): string {
  if (input === 'table') return `${joinLabels(outer, title)}, row ${index + 1}`;
  return joinLabels(outer, `${itemTitle.charAt(0).toUpperCase()}${itemTitle.slice(1)} ${index + 1}`);
}

/** Returns the label of a row: that of its table and its own name, `Projects: Dealer app`. */
export function nameRow(table: FormField, label: string, row: unknown): string {
  return [label, formatRowName(table, row)].filter(Boolean).join(': ');
}

/** Returns the cells that name a row of a table, as the form shows them. */
export function formatRowName({ rowName = [], items }: FormField, row: unknown): string {
  return rowName.flatMap((column) => formatCell(items?.properties?.[column], row, column) || []).join(', ');
}

/** Returns a cell as the form shows it. */
export function formatCell(column: FormField | undefined, row: unknown, name: string): string {
  return column ? formatValue(column, (row as Record<string, unknown> | undefined)?.[name]) : '';
}

/** Returns a single value as editors read it. */
export function formatValue(field: FormField, value: unknown): string {
  if (field.input === 'switch') return value ? 'Yes' : 'No';
  if (field.input === 'select') return field.options?.[String(value)] ?? String(value ?? '');
  if (field.input === 'choices') return listChosen(field, value).join(', ');
  if (field.input === 'phone') return formatPhone(String(value ?? ''));
  if (field.isPublishingDay && value === '') return publishingDayText;
  if (field.input === 'date') return formatDay(String(value ?? ''));
  return describeVariables(isRichText(value) ? toMarkdown(value) : String(value ?? ''), field.variables);
}

/** Returns the labels of the choices of a field. */
function listChosen({ options = {} }: FormField, value: unknown): string[] {
  return Array.isArray(value) ? value.map((choice) => options[choice] ?? String(choice)) : [];
}

/** Returns the field at a JSON Pointer. */
export function getFieldAt(field: FormField, pointer: string): FormField {
  return pointer.split('/').slice(1).reduce(getPart, field);
}

function getPart(field: FormField, name: string): FormField {
  return field.properties?.[name] ?? field.items ?? field;
}

/** Returns true if nothing can be saved while the field is empty. */
export function isRequired({ optional, input }: FormField): boolean {
  return optional === false || input === 'number';
}

/** Returns true if the field or a field within it is required. */
export function hasRequired(field: FormField): boolean {
  const within = [...Object.values(field.properties ?? {}), ...(field.items ? [field.items] : [])];
  return isRequired(field) || within.some(hasRequired);
}

/** Returns the label of the field at a pointer, with those of its groups: `Main button, Text`. */
export function getLabelAt(field: FormField, pointer: string): string {
  let at = field;
  let [outer, label] = ['', ''];
  for (const part of pointer.split('/').slice(1)) {
    if (at.input === 'rich-text') {
      const [, block] = /\/content\/(\d+)/.exec(pointer) ?? [];
      return block ? `${label}, part ${Number(block) + 1}` : label;
    }
    const list = at;
    at = getPart(at, part);
    [outer, label] = list.items
      ? [nameEntry(list, outer, Number(part)), nameEntry(list, outer, Number(part))]
      : [label, joinLabels(label, at.title)];
  }
  return label || field.title;
}
