import { type ItemMetadata, itemMetadataSchema } from '@threadline/schema/content/content-item';
import type { FormField } from '@threadline/schema/content/form-field';
import { toPointer } from '@threadline/schema/primitives/json-pointer';
import type { z } from 'zod';

/** The text of an editor: the value of an item, and its name in the admin, which is the title of Spec §3. */
export interface FormText {
  value: unknown;
  title: string;
}

/** Returns the metadata with the name in the admin that an editor has typed. */
export function withTitle({ title: _, ...others }: ItemMetadata, { title }: FormText): ItemMetadata {
  return title.trim() === '' ? others : { ...others, title };
}

/** Label and hint of the title. */
export const titleLabel = itemMetadataSchema.shape.title.unwrap().meta() as { title: string; description: string };

/** The pointer of the title, beside the pointers into the value. */
export const titlePointer = 'title';

/** Returns the default value of a field. */
export function blankValue(field: FormField): unknown {
  if (field.default !== undefined) return field.default;
  switch (field.input) {
    case 'number':
      return field.minimum ?? 0;
    case 'switch':
      return false;
    case 'select':
      return Object.keys(field.options ?? {})[0] ?? '';
    case 'choices':
      return [];
    case 'list':
    case 'table':
      return Array.from({ length: field.minItems ?? 0 }, () => (field.items ? blankValue(field.items) : ''));
    case 'group':
    case 'picture':
      return Object.fromEntries(
        Object.entries(field.properties ?? {}).map(([name, property]) => [name, blankValue(property)]),
      );
    case 'rich-text':
      return { type: 'doc', content: [{ type: 'paragraph' }] };
    default:
      return '';
  }
}

/** The drawing for a picture that has not been chosen yet. */
export const examplePicture = '/art/about-weave';

/** Returns the value of a new entry that is saved without a draft: with a picture that can be replaced later. */
export function startingValue(field: FormField): unknown {
  if (field.input === 'media' && !field.optional) return examplePicture;
  if (!field.properties) return blankValue(field);
  return Object.fromEntries(
    Object.entries(field.properties).map(([name, property]) => [name, startingValue(property)]),
  );
}

/** Returns the value with defaults for missing properties, so that each control has a value. */
export function completeValue(field: FormField, value: unknown): unknown {
  if (value === undefined || value === null) return blankValue(field);
  // Its nodes have no defaults, and its editor compares documents by identity.
  if (field.input === 'rich-text') return value;
  if (field.properties) {
    const properties = value as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(field.properties).map(([name, property]) => [name, completeValue(property, properties[name])]),
    );
  }
  const { items } = field;
  if (items && Array.isArray(value)) return value.map((item) => completeValue(items, item));
  return value;
}

/** Returns true for a field without a value. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Compares two values of `completeValue`, whose properties have the same order. */
export function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The first error message of each field, by JSON Pointer. */
export type FieldErrors = Record<string, string>;

export function validate(schema: z.ZodType, value: unknown): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of schema.safeParse(value).error?.issues ?? []) errors[toPointer(issue.path)] ??= issue.message;
  return errors;
}
