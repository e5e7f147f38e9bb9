import type { PreviewEdit, PreviewField } from '@threadline/schema/preview';
import type { TypedWords } from '../frame/messages.ts';

/** What was typed into a field between two states of the open editors; undefined for anything but words. */
export function typedWords(
  { section, key, pointer }: PreviewField,
  made: readonly PreviewEdit[],
  now: readonly PreviewEdit[],
): TypedWords | undefined {
  const field = { section, key, pointer };
  const before = valueInEdits(field, made);
  const after = valueInEdits(field, now);
  if (typeof before !== 'string' || typeof after !== 'string' || before === after) return undefined;
  return { field, before, after };
}

export function valueInEdits({ section, key, pointer }: PreviewField, edits: readonly PreviewEdit[]): unknown {
  const edit = edits.find((each) => each.section === section && each.key === key);
  let value: unknown = edit?.value;
  // Names of the content model need no escapes.
  for (const name of pointer.split('/').slice(1)) value = (value as Record<string, unknown> | undefined | null)?.[name];
  return value;
}
