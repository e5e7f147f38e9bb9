import { itemMetadataSchema } from '@threadline/schema/content-item';
import { type FormField, type Leaf, leavesOf } from '@threadline/schema/form-field';
import { toPointer } from '@threadline/schema/site-content';
import type { z } from 'zod';

/** What an editor holds: the value of an item and its name in the admin, which Spec §3 calls its title. */
export interface Draft {
  value: unknown;
  title: string;
}

/** Label and hint of that name: the same in the form, in a comparison and in the history. */
export const nameInAdmin = itemMetadataSchema.shape.title.unwrap().meta() as { title: string; description: string };

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
