import { z } from 'zod';
import { formatDay } from './calendar-day.ts';
import { formatPhone } from './phone.ts';
import type { InputKind, TextFit } from './primitives.ts';
import { toPointer } from './site-content.ts';

/** A field as the form sees it: the JSON Schema of the content model with what `.meta()` adds. */
export interface FormField {
  title: string;
  description?: string;
  input: InputKind;
  optional?: boolean;
  default?: unknown;
  /** Stored word → what an editor reads. */
  options?: Record<string, string>;
  /** One entry of a list, in words. */
  itemTitle?: string;
  maxLength?: number;
  fit?: TextFit;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: FormField;
  properties?: Record<string, FormField>;
  /** Shown only while the field beside it has this value. */
  when?: Record<string, string | boolean>;
  /** Pointer to the field of the item in whose text the page shows this one. */
  shownIn?: string;
  /** Only the owner can write it: the seed has a placeholder. */
  isOwnerDetail?: boolean;
  /** A phone number that the page uses for chats, not for calls. */
  isChat?: boolean;
}

const fields = new WeakMap<z.ZodType, FormField>();

/** The form of a schema of the content model. */
export function fieldOf(schema: z.ZodType): FormField {
  let field = fields.get(schema);
  if (!field) {
    // Every schema of the model carries title and input; a test of the schema package holds it to that.
    field = z.toJSONSchema(schema, { io: 'input' }) as unknown as FormField;
    fields.set(schema, field);
  }
  return field;
}

/** One single thing an editor can read: a text, a number, a choice. */
export interface Leaf {
  pointer: string;
  label: string;
  text: string;
}

/** All leaves of a value in the order of the form; `label` names the groups they are in. */
export function leavesOf(field: FormField, value: unknown, { pointer = '', label = '' } = {}): Leaf[] {
  const named = label === field.title ? label : [label, field.title].filter(Boolean).join(', ');
  if (field.properties) {
    const properties = (value ?? {}) as Record<string, unknown>;
    return Object.entries(field.properties).flatMap(([name, property]) =>
      leavesOf(property, properties[name], {
        pointer: pointer + toPointer([name]),
        label: pointer === '' ? '' : named,
      }),
    );
  }
  const { items } = field;
  if (items && Array.isArray(value)) {
    return value.flatMap((item, index) =>
      leavesOf(items, item, { pointer: pointer + toPointer([index]), label: `${named} ${index + 1}` }),
    );
  }
  return [{ pointer, label: named, text: textOf(field, value) }];
}

function textOf(field: FormField, value: unknown): string {
  if (field.input === 'switch') return value ? 'On' : 'Off';
  if (field.input === 'select') return field.options?.[String(value)] ?? String(value ?? '');
  if (field.input === 'phone') return formatPhone(String(value ?? ''));
  if (field.input === 'date') return formatDay(String(value ?? ''));
  return String(value ?? '');
}

/** The field that a pointer names, for its label. */
export function fieldAt(field: FormField, pointer: string): FormField {
  return pointer.split('/').slice(1).reduce(partOf, field);
}

function partOf(field: FormField, name: string): FormField {
  return field.properties?.[name] ?? field.items ?? field;
}

/** Nothing can be saved while it is empty. */
export function isRequired({ optional, input }: FormField): boolean {
  return optional === false || input === 'number';
}

/** It, or a field within it. */
export function hasRequired(field: FormField): boolean {
  const within = [...Object.values(field.properties ?? {}), ...(field.items ? [field.items] : [])];
  return isRequired(field) || within.some(hasRequired);
}

/** What the form calls the field at a pointer, with the groups it is in: `Main button, Words`. */
export function labelAt(field: FormField, pointer: string): string {
  let at = field;
  const names: string[] = [];
  for (const part of pointer.split('/').slice(1)) {
    const isEntry = at.items !== undefined;
    at = partOf(at, part);
    const name = isEntry ? `${at.title} ${Number(part) + 1}` : at.title;
    if (names.at(-1) !== name) names.push(name);
  }
  return names.join(', ') || field.title;
}
