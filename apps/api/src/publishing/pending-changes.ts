import type { ContentItem } from '@threadline/schema/content-item';
import { itemName } from '@threadline/schema/item-name';
import type { PendingChange, PublishTarget } from '@threadline/schema/publishing';
import { asc, eq, gt } from 'drizzle-orm';
import { wasThere } from '../content/existed-at.ts';
import type { ContentQueries } from '../content/queries.ts';
import { shownFields } from '../content/shown-fields.ts';
import type { Db } from '../platform/db/client.ts';
import { contentHistory, revisions } from '../platform/db/schema/core.ts';

interface PendingItem {
  /** As it is now; of one that is gone, as it was. */
  item: ContentItem;
  before: ContentItem | undefined;
  after: ContentItem | undefined;
}

const nameOf = ({ section, key }: Pick<ContentItem, 'section' | 'key'>) => `${section}.${key}`;
const whatCounts = ({ value, metadata, position }: ContentItem) => JSON.stringify([value, metadata, position]);

/** Returns the revision that visitors see until publishing goes on: that of the pinned release, or else the target. */
export function shownRevision({
  pinnedRelease,
  targetRevision,
}: Pick<PublishTarget, 'pinnedRelease'> & { targetRevision: number }) {
  // The id of a release begins with its revision.
  return pinnedRelease ? Number.parseInt(pinnedRelease, 10) : targetRevision;
}

/** The items that differ between a revision and the working copy; one that was changed back does not. */
export function pendingItems(queries: ContentQueries, revision: number): PendingItem[] {
  if (revision >= queries.latestRevision()) return [];
  const before = new Map(queries.itemsAt(revision).map((item) => [nameOf(item), item]));
  const after = new Map(queries.workingCopy().map((item) => [nameOf(item), item]));
  const names = [...new Set([...after.keys(), ...before.keys()])];
  return names.flatMap((name) => {
    const [old, current] = [before.get(name), after.get(name)];
    const item = current ?? old;
    if (!item || (old && current && whatCounts(old) === whatCounts(current))) return [];
    return { item, before: old, after: current };
  });
}

/** Cut so that a screenful of changes stays readable; the editor shows the rest. */
const limits = { fields: 12, characters: 300 };

/** What waits to be published, newest first, with who made the newest change of each. */
export function listPendingChanges(db: Db, queries: ContentQueries, revision: number): PendingChange[] {
  const items = pendingItems(queries, revision);
  if (items.length === 0) return [];
  const newest = newestChanges(db, revision);
  return items
    .map(({ item, before, after }): PendingChange => {
      const { section, key } = item;
      const { fields } = shownFields(db, { section, key, before, after }, limits);
      const added = () => (wasThere(db, { section, key }, revision) ? 'restored' : 'added');
      const operation = !before ? added() : !after ? 'removed' : fields.length === 0 ? 'moved' : 'changed';
      const { at, by } = newest.get(nameOf({ section, key })) ?? { at: '', by: null };
      return { section, key, name: itemName(item), operation, at, by, fields };
    })
    .sort((one, other) => other.at.localeCompare(one.at));
}

/** Who made the newest change of each item, in one question: as many may wait as there are items. */
function newestChanges(db: Db, revision: number): Map<string, { at: string; by: string | null }> {
  const { section, key, id } = contentHistory;
  const rows = db
    .select({ section, key, at: revisions.at, by: revisions.byName })
    .from(contentHistory)
    .innerJoin(revisions, eq(contentHistory.revision, revisions.revision))
    .where(gt(contentHistory.revision, revision))
    .orderBy(asc(id))
    .all();
  return new Map(rows.map(({ at, by, ...item }) => [nameOf(item), { at, by }]));
}
