/**
 * The ids of list entries in a form, by list. They are part of the form's history, so that an entry keeps its controls when
 * it moves and after Undo. A list without changes uses its indexes.
 */
export type EntryIds = Readonly<Record<string, readonly string[]>>;

/** Returns a random id. `randomUUID` is missing where the page is served without TLS. */
export function createEntryId(): string {
  return crypto.getRandomValues(new Uint32Array(2)).join('-');
}

/** Returns the ids of a list's entries, in order. */
export function getEntryIds(all: EntryIds, pointer: string, length: number): readonly string[] {
  const ids = all[getListKey(all, pointer)];
  return ids?.length === length ? ids : Array.from({ length }, (_, index) => String(index));
}

/** Returns `all` with the ids of one list, or without them when its entries were replaced as a whole. */
export function setEntryIds(all: EntryIds, pointer: string, ids: readonly string[] | undefined): EntryIds {
  const { [getListKey(all, pointer)]: _, ...others } = all;
  return ids ? { ...others, [getListKey(all, pointer)]: ids } : others;
}

/** Returns the key of a list, with entry ids instead of indexes, because a list inside an entry moves with that entry. */
function getListKey(all: EntryIds, pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .reduce((key, part) => `${key}/${all[key]?.[Number(part)] ?? part}`, '');
}
