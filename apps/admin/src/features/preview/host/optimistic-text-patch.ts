import type { PreviewEdit, PreviewField } from '@threadline/schema/wire/preview';
import { getValueAt } from '../../content/model/value-at.ts';
import type { TextPatch } from '../messages.ts';

/**
 * Returns the change of a field's text between two states of the open editors, so that the frame can show it before the
 * page is rendered; undefined if the field is not a text.
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
  return { field, before, after };
}

export function getEditedValue({ section, key, pointer }: PreviewField, edits: readonly PreviewEdit[]): unknown {
  const edit = edits.find((each) => each.section === section && each.key === key);
  return edit && getValueAt(edit.value, pointer);
}
