/** A change of the entries of a list. */
export type ListChange =
  | { kind: 'move'; from: number; to: number }
  | { kind: 'insert'; index: number; value: unknown; id: string }
  | { kind: 'remove'; index: number };

/** The entries of a list field, with an id for each. */
export interface EntryList {
  entries: readonly unknown[];
  ids: readonly string[];
}

/** Returns the list after a change. */
export function changeList({ entries, ids }: EntryList, change: ListChange): EntryList {
  switch (change.kind) {
    case 'move':
      return { entries: moveEntry(entries, change), ids: moveEntry(ids, change) };
    case 'insert':
      return {
        entries: entries.toSpliced(change.index, 0, change.value),
        ids: ids.toSpliced(change.index, 0, change.id),
      };
    case 'remove':
      return { entries: entries.toSpliced(change.index, 1), ids: ids.toSpliced(change.index, 1) };
  }
}

function moveEntry<Entry>(list: readonly Entry[], { from, to }: { from: number; to: number }): Entry[] {
  return list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1));
}
