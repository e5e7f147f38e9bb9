import type { FormField } from '@threadline/schema/form-field';
import { toPointer } from '@threadline/schema/site-content';
import { labelOf, partAt, partsOf, wordsOf } from './compare.ts';
import type { Draft } from './form-model.ts';
import { isSame, nameInAdmin } from './form-model.ts';

/** One field of an item that two people have edited. */
export interface MergedField {
  pointer: string;
  label: string;
  input: FormField['input'];
  /** Undefined when nobody knows what both started from. */
  base: string | undefined;
  mine: string;
  theirs: string;
}

export interface Merge {
  /** Both changes; where both changed one field, mine. */
  draft: Draft;
  /** Both changed it, and differently. */
  conflicts: MergedField[];
  onlyMine: MergedField[];
  onlyTheirs: MergedField[];
}

interface Sides<Value> {
  base: Value | undefined;
  mine: Value;
  theirs: Value;
}

/** Pointer of the name in the admin, beside those into the value. */
export const titlePointer = 'title';

/** Puts two edits of one text together, field by field: only fields that both changed are a question. */
export function mergeEdits(field: FormField, { base, mine, theirs }: Sides<Draft>): Merge {
  const merge: Merge = { draft: mine, conflicts: [], onlyMine: [], onlyTheirs: [] };
  const value = mergeAt({ field, pointer: '', label: '', merge }, sidesOf({ base, mine, theirs }, 'value'));
  const titleField: FormField = { title: nameInAdmin.title, input: 'text' };
  const at = { field: titleField, pointer: titlePointer, label: '', merge };
  const title = String(mergeAt(at, sidesOf({ base, mine, theirs }, 'title')));
  merge.draft = { value, title };
  return merge;
}

function sidesOf({ base, mine, theirs }: Sides<Draft>, part: keyof Draft): Sides<unknown> {
  return { base: base?.[part], mine: mine[part], theirs: theirs[part] };
}

interface At {
  field: FormField;
  pointer: string;
  /** Of the groups around it. */
  label: string;
  merge: Merge;
}

function mergeAt(at: At, sides: Sides<unknown>): unknown {
  const { field, pointer, label, merge } = at;
  const { base, mine, theirs } = sides;
  if (isSame(mine, theirs)) return mine;
  if (field.properties) {
    return Object.fromEntries(
      partsOf(field, { pointer, label }).map(([name, property, place]) => [
        name,
        mergeAt(
          { field: property, merge, ...place },
          { base: partAt(base, name), mine: partAt(mine, name), theirs: partAt(theirs, name) },
        ),
      ]),
    );
  }
  const isMine = isSame(theirs, base);
  const isTheirs = isSame(mine, base);
  const { items } = field;
  if (!isMine && !isTheirs && items && areAlike(base, mine, theirs)) {
    const [bases, theirEntries] = [base as unknown[], theirs as unknown[]];
    return (mine as unknown[]).map((entry, index) =>
      mergeAt(
        { field: items, merge, pointer: pointer + toPointer([index]), label: `${labelOf(field, label)} ${index + 1}` },
        { base: bases[index], mine: entry, theirs: theirEntries[index] },
      ),
    );
  }
  const merged: MergedField = {
    pointer,
    label: labelOf(field, label),
    input: field.input,
    base: base === undefined ? undefined : wordsOf(field, base),
    mine: wordsOf(field, mine),
    theirs: wordsOf(field, theirs),
  };
  const where = isMine ? merge.onlyMine : isTheirs ? merge.onlyTheirs : merge.conflicts;
  where.push(merged);
  return isTheirs ? theirs : mine;
}

/** Lists of one length: their entries can be compared one by one. */
function areAlike(...lists: unknown[]): boolean {
  const lengths = lists.map((list) => (Array.isArray(list) ? list.length : -1));
  return lengths[0] !== -1 && lengths.every((length) => length === lengths[0]);
}
