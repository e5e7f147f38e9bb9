import type { ContentItem } from '@threadline/schema/content-item';
import type { PendingChange } from '@threadline/schema/publishing';
import type { Db } from '../platform/db/client.ts';
import { changedFields, cutAround, type State } from './changed-fields.ts';
import { fieldWords } from './field-text.ts';
import { knownPictureName } from './image-name.ts';

interface Change extends Pick<ContentItem, 'section' | 'key'> {
  before: State | undefined;
  after: State | undefined;
}

interface Limits {
  fields: number;
  /** Of each side of a field. */
  characters: number;
}

/** The first fields that differ, by their labels in the form and in words that people know, and how many differ in all. */
export function shownFields(
  db: Db,
  { section, key, before, after }: Change,
  limits: Limits,
): { fields: PendingChange['fields']; count: number } {
  const changed = changedFields(before, after);
  const fields = changed.slice(0, limits.fields).map(({ pointer, ...words }) => {
    const { label, read } = fieldWords({ section, key }, pointer);
    const wordsOf = (text: string) => read(knownPictureName(db, text));
    const shown = { before: wordsOf(words.before), after: wordsOf(words.after) };
    return { pointer, label, ...cutAround(shown, limits.characters) };
  });
  return { fields, count: changed.length };
}
