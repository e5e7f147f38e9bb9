import { compareTables, formatRow } from '@threadline/schema/content/compare-tables';
import type { ItemDefinition } from '@threadline/schema/content/content-model';
import { type FormField, getField, joinLabels, listLeaves, nameEntry } from '@threadline/schema/content/form-field';
import type { InputKind } from '@threadline/schema/primitives/fields';
import type { TextVariables } from '@threadline/schema/primitives/text-variables';
import { isRichText, type RichText } from '@threadline/schema/rich-text/rich-text';
import { getPlainText } from '@threadline/schema/rich-text/to-text';
import { completeValue, type FormText, isEqual, titleLabel, titlePointer } from './form-model.ts';

/** A field with a name of its own, in two states. */
export interface FieldChange {
  pointer: string;
  label: string;
  input: InputKind;
  before: string;
  after: string;
  /** The two states of a formatted text. */
  documents?: { before: RichText; after: RichText; variables: TextVariables | undefined };
}

/** A field, its pointer, and the label of the groups around it. */
export interface LabelledField {
  field: FormField;
  pointer: string;
  outerLabel: string;
}

export function getLabel({ field, outerLabel }: LabelledField): string {
  return joinLabels(outerLabel, field.title);
}

/** Returns the properties of a group, by name. */
export function listProperties(group: LabelledField): [name: string, property: LabelledField][] {
  const outerLabel = group.pointer === '' ? '' : getLabel(group);
  return Object.entries(group.field.properties ?? {}).map(([name, field]) => [
    name,
    { field, pointer: `${group.pointer}/${name}`, outerLabel },
  ]);
}

export function getProperty(value: unknown, name: string): unknown {
  return (value as Record<string, unknown> | null | undefined)?.[name];
}

/** Returns a value as text; a list has a line for each text in it, a table for each row. */
export function formatValue(field: FormField, value: unknown): string {
  if (field.input === 'table' && Array.isArray(value)) return value.map((row) => formatRow(field, row)).join('\n');
  return listLeaves(field, value)
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join('\n');
}

/** Returns the differences between two states of an item, field by field. */
export function compareTexts(
  { schema }: Pick<ItemDefinition, 'schema'>,
  before: FormText,
  after: FormText,
): FieldChange[] {
  const field = getField(schema);
  const changes = compare(field, completeValue(field, before.value), completeValue(field, after.value));
  if (before.title === after.title) return changes;
  const { title: label } = titleLabel;
  return [...changes, { pointer: titlePointer, label, input: 'text', before: before.title, after: after.title }];
}

/** Returns the differences between two values. A list that grew or shrank is one field; a table is compared row by row. */
export function compare(field: FormField, before: unknown, after: unknown): FieldChange[] {
  return compareAt({ field, pointer: '', outerLabel: '' }, before, after);
}

function compareAt(at: LabelledField, before: unknown, after: unknown): FieldChange[] {
  const { field, pointer } = at;
  if (isEqual(before, after)) return [];
  if (field.properties) {
    return listProperties(at).flatMap(([name, property]) =>
      compareAt(property, getProperty(before, name), getProperty(after, name)),
    );
  }
  const { items } = field;
  const label = getLabel(at);
  if (field.input === 'table' && Array.isArray(before) && Array.isArray(after)) {
    const changes = compareTables({ ...field, title: label }, before, after);
    return changes.map((change) => ({ ...change, pointer: pointer + change.pointer }));
  }
  if (items && Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return after.flatMap((entry, index) => {
      const title = nameEntry(field, at.outerLabel, index);
      const place = { field: { ...items, title }, pointer: `${pointer}/${index}`, outerLabel: '' };
      return compareAt(place, before[index], entry);
    });
  }
  const texts = { before: formatValue(field, before), after: formatValue(field, after) };
  if (texts.before === texts.after) return [];
  const change = { pointer, label, input: field.input, ...texts };
  if (!isRichText(before) || !isRichText(after)) return [change];
  const documents = { before, after, variables: field.variables };
  return [{ ...change, ...findPlainChange(before, after), documents }];
}

/** Returns two formatted texts without the marks of their formats; undefined where nothing else differs. */
function findPlainChange(before: RichText, after: RichText): { before: string; after: string } | undefined {
  const plain = { before: getPlainText(before), after: getPlainText(after) };
  return plain.before === plain.after ? undefined : plain;
}
