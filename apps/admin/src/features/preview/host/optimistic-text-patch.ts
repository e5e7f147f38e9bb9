import { parsePointer, toPointer } from '@threadline/schema/primitives/json-pointer';
import type { PreviewEdit, PreviewField } from '@threadline/schema/wire/preview';
import { getValueAt } from '../../content/model/value-at.ts';
import type { TextPatch } from '../messages.ts';

/**
 * Returns the change of a field's text between two states of the open editors, so that the frame can show it before the
 * page is rendered; undefined if the field is not a text, or if its place in a list may be that of another entry.
 */
export function createTextPatch(
  { section, key, pointer }: PreviewField,
  rendered: readonly PreviewEdit[],
  current: readonly PreviewEdit[],
): TextPatch | undefined {
  const field = { section, key, pointer };
  const before = getEditedValue(field, rendered);
  const after = getEditedValue(field, current);
  if (typeof before !== 'string' || typeof after !== 'string' || before === after) return undefined;
  return countEntries(field, rendered) === countEntries(field, current) ? { field, before, after } : undefined;
}

/** Returns the lengths of the lists around a field, the outermost first. */
function countEntries({ section, key, pointer }: PreviewField, edits: readonly PreviewEdit[]): string {
  const parts = parsePointer(pointer);
  return parts
    .map((_, depth) => getEditedValue({ section, key, pointer: toPointer(parts.slice(0, depth)) }, edits))
    .map((around) => (Array.isArray(around) ? around.length : ''))
    .join();
}

export function getEditedValue({ section, key, pointer }: PreviewField, edits: readonly PreviewEdit[]): unknown {
  const edit = edits.find((each) => each.section === section && each.key === key);
  return edit && getValueAt(edit.value, pointer);
}
