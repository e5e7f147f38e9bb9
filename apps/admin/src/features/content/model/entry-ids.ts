/**
 * The ids of list entries in a form, by list. They are part of its history: an entry keeps its controls when it moves, and
 * gets them back by Undo. A list that is as it was opened has no ids of its own: its indexes serve.
 */
export type EntryIds = Readonly<Record<string, readonly string[]>>;

let created = 0;

/** Returns an id that no entry has had before. */
export function createEntryId(): string {
  created += 1;
  return `entry-${created}`;
}

/** Returns the ids of a list's entries, in order. */
export function getEntryIds(all: EntryIds, pointer: string, length: number): readonly string[] {
  const ids = all[listKey(all, pointer)];
  return ids?.length === length ? ids : Array.from({ length }, (_, index) => String(index));
}

/** Returns `all` with the ids of one list; undefined when its entries are no longer those that had ids. */
export function withEntryIds(all: EntryIds, pointer: string, ids: readonly string[] | undefined): EntryIds {
  const { [listKey(all, pointer)]: _, ...others } = all;
  return ids ? { ...others, [listKey(all, pointer)]: ids } : others;
}

/** A list within an entry belongs to that entry, and not to the index at which it stands at the moment. */
function listKey(all: EntryIds, pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .reduce((key, part) => `${key}/${all[key]?.[Number(part)] ?? part}`, '');
}
