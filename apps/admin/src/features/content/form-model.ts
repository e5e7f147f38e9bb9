import type { InputKind, TextFit } from '@threadline/schema/primitives';
import { toPointer } from '@threadline/schema/site-content';
import { z } from 'zod';

/** What an editor holds: the value of an item and its title in the list. */
export interface Draft {
  value: unknown;
  title: string;
}

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
  when?: Record<string, string>;
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

/** What a new entry starts with. */
export function blankValue(field: FormField): unknown {
  if (field.default !== undefined) return field.default;
  switch (field.input) {
    case 'number':
      return field.minimum ?? 0;
    case 'switch':
      return false;
    case 'select':
      return Object.keys(field.options ?? {})[0] ?? '';
    case 'list':
      return Array.from({ length: field.minItems ?? 0 }, () => (field.items ? blankValue(field.items) : ''));
    case 'group':
    case 'picture':
      return Object.fromEntries(
        Object.entries(field.properties ?? {}).map(([name, property]) => [name, blankValue(property)]),
      );
    default:
      return '';
  }
}

/** The value with every missing property filled in, so that each control has something to show. */
export function completed(field: FormField, value: unknown): unknown {
  if (value === undefined || value === null) return blankValue(field);
  if (field.properties) {
    const properties = value as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(field.properties).map(([name, property]) => [name, completed(property, properties[name])]),
    );
  }
  const { items } = field;
  if (items && Array.isArray(value)) return value.map((item) => completed(items, item));
  return value;
}

/** Equal in every word. Both values come from `completed`, so their properties stand in the same order. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Messages by JSON Pointer; the first of each field. Empty when the value is acceptable. */
export type FieldErrors = Record<string, string>;

export function validate(schema: z.ZodType, value: unknown): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of schema.safeParse(value).error?.issues ?? []) errors[toPointer(issue.path)] ??= issue.message;
  return errors;
}

/** One single thing an editor can read: a text, a number, a choice. */
export interface Leaf {
  pointer: string;
  label: string;
  text: string;
}

/** All leaves of a value in the order of the form; `label` names the groups they are in. */
export function leavesOf(field: FormField, value: unknown, { pointer = '', label = '' } = {}): Leaf[] {
  const named = [label, field.title].filter(Boolean).join(', ');
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
  return String(value ?? '');
}

/** The leaves that differ, with both texts; also those that only one side has. */
export function changesBetween(field: FormField, before: unknown, after: unknown): (Leaf & { before: string })[] {
  const old = new Map(leavesOf(field, before).map((leaf) => [leaf.pointer, leaf]));
  const now = leavesOf(field, after);
  const changed = now.flatMap((leaf) => {
    const was = old.get(leaf.pointer);
    old.delete(leaf.pointer);
    return was?.text === leaf.text ? [] : [{ ...leaf, before: was?.text ?? '' }];
  });
  return [...changed, ...[...old.values()].map((leaf) => ({ ...leaf, before: leaf.text, text: '' }))];
}

/** The field that a pointer names, for its label. */
export function fieldAt(field: FormField, pointer: string): FormField {
  const parts = pointer.split('/').slice(1);
  return parts.reduce<FormField>((at, part) => at.properties?.[part] ?? at.items ?? at, field);
}
