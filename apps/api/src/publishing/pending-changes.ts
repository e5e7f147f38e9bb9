import type { ContentItem } from '@threadline/schema/content-item';
import { getItemName } from '@threadline/schema/item-name';
import type { PendingChange } from '@threadline/schema/publishing';
import { asc, eq, gt } from 'drizzle-orm';
import { diffItem, getOperation } from '../content/diff.ts';
import type { ItemId } from '../content/item-history.ts';
import type { ContentQueries } from '../content/queries.ts';
import type { Db } from '../platform/db/client.ts';
import { contentHistory, revisions } from '../platform/db/schema/core.ts';

interface PendingItem {
  /** The current item; for a removed one, its last state. */
  item: ContentItem;
  before: ContentItem | undefined;
  after: ContentItem | undefined;
}

const getId = ({ section, key }: ItemId) => `${section}.${key}`;
const serialize = ({ value, metadata, position }: ContentItem) => JSON.stringify([value, metadata, position]);

/** Returns the items that differ between a revision and the working copy. One that was changed back does not. */
export function findPendingItems(queries: ContentQueries, revision: number): PendingItem[] {
  if (revision >= queries.latestRevision()) return [];
  const before = new Map(queries.itemsAt(revision).map((item) => [getId(item), item]));
  const after = new Map(queries.workingCopy().map((item) => [getId(item), item]));
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
  const items = findPendingItems(queries, revision);
  if (items.length === 0) return [];
  const authors = findLastAuthors(db, revision);
  return items
    .map(({ item, before, after }): PendingChange => {
      const { section, key } = item;
      const change = { section, key, before, after };
      const { fields } = diffItem(db, change, limits);
      const operation = getOperation(db, change, revision);
      return {
        section,
        key,
        name: getItemName(item),
        operation,
        fields,
        ...(authors.get(getId(item)) ?? { at: '', by: null }),
      };
    })
    .sort((one, other) => other.at.localeCompare(one.at));
}

/** One query for all items: as many can be pending as there are items. */
function findLastAuthors(db: Db, revision: number): Map<string, { at: string; by: string | null }> {
  const { section, key, id } = contentHistory;
  const rows = db
    .select({ section, key, at: revisions.at, by: revisions.byName })
    .from(contentHistory)
    .innerJoin(revisions, eq(contentHistory.revision, revisions.revision))
    .where(gt(contentHistory.revision, revision))
    .orderBy(asc(id))
    .all();
  return new Map(rows.map(({ at, by, ...item }) => [getId(item), { at, by }]));
}
