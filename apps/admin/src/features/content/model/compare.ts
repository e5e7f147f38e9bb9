import { type FormField, leavesOf } from '@threadline/schema/form-field';
import type { InputKind } from '@threadline/schema/primitives';
import { toPointer } from '@threadline/schema/site-content';
import { isSame } from './form-model.ts';

/** Something in a value that people call by one name, in two states. */
export interface FieldChange {
  pointer: string;
  label: string;
  input: InputKind;
  before: string;
  after: string;
}

interface Place {
  pointer: string;
  label: string;
}

const whole: Place = { pointer: '', label: '' };

/** The parts of a value with a name of their own, with the place of each. */
export function partsOf(field: FormField, { pointer, label }: Place = whole): [name: string, FormField, Place][] {
  const outer = pointer === '' ? '' : labelOf(field, label);
  return Object.entries(field.properties ?? {}).map(([name, property]) => [
    name,
    property,
    { pointer: pointer + toPointer([name]), label: outer },
  ]);
}

export function labelOf(field: FormField, outer: string): string {
  if (outer === field.title) return outer;
  return [outer, field.title].filter(Boolean).join(', ');
}

/** A value as people read it: a list is its lines. */
export function wordsOf(field: FormField, value: unknown): string {
  return leavesOf(field, value)
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join('\n');
}

/** What differs between two values, field by field. A list that grew or shrank is one field: its lines. */
export function compare(field: FormField, before: unknown, after: unknown): FieldChange[] {
  return compareAt({ field, ...whole }, before, after);
}

function compareAt({ field, ...place }: Place & { field: FormField }, before: unknown, after: unknown): FieldChange[] {
  if (isSame(before, after)) return [];
  if (field.properties) {
    return partsOf(field, place).flatMap(([name, property, at]) =>
      compareAt({ field: property, ...at }, partAt(before, name), partAt(after, name)),
    );
  }
  const { items } = field;
  const label = labelOf(field, place.label);
  if (items && Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return after.flatMap((entry, index) => {
      const numbered = `${label} ${index + 1}`;
      const at = { field: items, pointer: place.pointer + toPointer([index]), label: numbered };
      const changes = compareAt(at, before[index], entry);
      return items.properties ? changes : changes.map((change) => ({ ...change, label: numbered }));
    });
  }
  const words = { before: wordsOf(field, before), after: wordsOf(field, after) };
  return words.before === words.after ? [] : [{ pointer: place.pointer, label, input: field.input, ...words }];
}

export function partAt(value: unknown, name: string): unknown {
  return (value as Record<string, unknown> | null | undefined)?.[name];
}
