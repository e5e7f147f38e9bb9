import type { ContentItem } from '@threadline/schema/content/content-item';
import { getQualifiedTitle } from '@threadline/schema/content/item-name';
import type { PendingChange } from '@threadline/schema/wire/publishing';
import { diffItem } from '../content/diff.ts';
import { getItemId, listHistory, summarizeHistory } from '../content/item-history.ts';
import type { ContentQueries } from '../content/queries.ts';
import type { Db } from '../platform/db/client.ts';

interface PendingItem {
  /** The current item; for a removed one, its last state. */
  item: ContentItem;
  before: ContentItem | undefined;
  after: ContentItem | undefined;
}

const serialize = ({ value, metadata, position }: ContentItem) => JSON.stringify([value, metadata, position]);

/** Returns the items that differ between a revision and the working copy. One that was changed back does not. */
export function findPendingItems(queries: ContentQueries, revision: number): PendingItem[] {
  if (revision >= queries.latestRevision()) return [];
  const before = new Map(queries.itemsAt(revision).map((item) => [getItemId(item), item]));
  const after = new Map(queries.workingCopy().map((item) => [getItemId(item), item]));
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((id) => {
    const [old, current] = [before.get(id), after.get(id)];
    const item = current ?? old;
    if (!item || (old && current && serialize(old) === serialize(current))) return [];
    return { item, before: old, after: current };
  });
}

/** The editor shows the rest. */
const limits = { fields: 12, characters: 300 };

/** Returns the pending changes, newest first, each with the author of its newest change. */
export function listPendingChanges(db: Db, queries: ContentQueries, revision: number): PendingChange[] {
  const pending = new Map(findPendingItems(queries, revision).map((each) => [getItemId(each.item), each]));
  if (pending.size === 0) return [];
  const history = summarizeHistory(listHistory(db, { after: revision, until: queries.latestRevision() }));
  return history.flatMap(({ section, key, operation, at, by }): PendingChange[] => {
    const found = pending.get(getItemId({ section, key }));
    if (!found) return [];
    const { item, before, after } = found;
    const { fields } = diffItem(db, { section, key, before, after }, limits);
    // A text that was changed and changed back.
    const isMoved = operation === 'changed' && fields.length === 0;
    return [{ section, key, name: getQualifiedTitle(item), operation: isMoved ? 'moved' : operation, fields, at, by }];
  });
}
