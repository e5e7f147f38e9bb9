import type { ContentItem, ItemVersion, RemovedItem, versionPageSchema } from '@threadline/schema/content/content-item';
import { findDefinition, itemType } from '@threadline/schema/content/content-model';
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  lt,
  ne,
  notExists,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { z } from 'zod';
import type { Db } from '../platform/db/client.ts';
import { contentHistory, contentItems, publishing, revisions } from '../platform/db/schema/core.ts';
import { type ItemId, listChangedWithRemoval } from './item-history.ts';

type StoredItem = typeof contentItems.$inferSelect;

/** Returns a database row as the API returns it; `type` follows from the key. */
export function toContentItem(row: StoredItem): ContentItem {
  const definition = findDefinition(row.section, row.key);
  return {
    section: row.section,
    key: row.key,
    value: row.value,
    type: definition ? itemType(definition) : 'text',
    metadata: row.metadata,
    position: row.position,
    version: row.version,
    updatedAt: row.updatedAt,
    updatedBy: row.updatedBy,
  };
}

type Page = z.output<typeof versionPageSchema>;

/**
 * Time and user come from the revision, because the row of a moved or removed item names its last editor. A change that a
 * publish has left out keeps its own user.
 */
const versionColumns = {
  section: contentHistory.section,
  key: contentHistory.key,
  id: contentHistory.id,
  version: contentHistory.version,
  revision: contentHistory.revision,
  operation: contentHistory.operation,
  value: contentHistory.value,
  metadata: contentHistory.metadata,
  position: contentHistory.position,
  at: revisions.at,
  by: sql<string | null>`case when json_extract(${contentHistory.leftOut}, '$.kind') = 'again'
    then json_extract(${contentHistory.leftOut}, '$.by') else ${revisions.byName} end`,
  origin: revisions.origin,
  leftOut: sql<'without' | 'again' | null>`json_extract(${contentHistory.leftOut}, '$.kind')`,
};

/**
 * Returns a function that reads all items at an older revision, in page order. A single that an update has added later has
 * its first value: without it, the older revision could not be rendered.
 */
function prepareItemsAt(db: Db): (revision: number) => ContentItem[] {
  const newestRows = db
    .select({ id: sql<number>`max(${contentHistory.id})` })
    .from(contentHistory)
    .where(sql`${contentHistory.revision} <= ${sql.placeholder('revision')}`)
    .groupBy(contentHistory.section, contentHistory.key);
  const newest = db
    .select()
    .from(contentHistory)
    .where(and(inArray(contentHistory.id, newestRows), ne(contentHistory.operation, 'delete')))
    .orderBy(asc(contentHistory.position), asc(contentHistory.key))
    .prepare();

  const firstRows = db
    .select({ id: sql<number>`min(${contentHistory.id})` })
    .from(contentHistory)
    .groupBy(contentHistory.section, contentHistory.key)
    .having(sql`min(${contentHistory.revision}) > ${sql.placeholder('revision')}`);
  const seededAfter = db
    .select(getTableColumns(contentHistory))
    .from(contentHistory)
    .innerJoin(revisions, eq(revisions.revision, contentHistory.revision))
    .where(and(inArray(contentHistory.id, firstRows), isNull(revisions.byName)))
    .prepare();
  const isSingle = ({ section, key }: StoredItem) => findDefinition(section, key)?.list === undefined;
  return (revision) =>
    [...newest.all({ revision }), ...seededAfter.all({ revision }).filter(isSingle)].map(toContentItem);
}

/** Queries of content. Statements are prepared once, because they are on the hot path. */
export function createContentQueries(db: Db) {
  const latestRevision = db
    .select({ revision: sql<number>`coalesce(max(${revisions.revision}), 0)` })
    .from(revisions)
    .prepare();

  const imageRevision = db
    .select({ revision: revisions.revision })
    .from(revisions)
    .leftJoin(contentHistory, eq(contentHistory.revision, revisions.revision))
    .where(and(gt(revisions.revision, sql.placeholder('revision')), isNull(contentHistory.id)))
    .limit(1)
    .prepare();

  const liveRevision = db
    .select({
      // Without a publisher there are no reports, so the target revision counts as live.
      revision: sql<
        number | null
      >`coalesce(${publishing.liveRevision}, case when ${publishing.review} then ${publishing.targetRevision} end)`,
    })
    .from(publishing)
    .where(eq(publishing.id, 1))
    .prepare();

  const coming = db
    .select({ desired: publishing.targetRevision, scheduled: publishing.scheduledRevision })
    .from(publishing)
    .prepare();

  const workingCopy = db
    .select()
    .from(contentItems)
    .orderBy(asc(contentItems.position), asc(contentItems.key))
    .prepare();

  const item = db
    .select()
    .from(contentItems)
    .where(and(eq(contentItems.section, sql.placeholder('section')), eq(contentItems.key, sql.placeholder('key'))))
    .prepare();

  const itemsAt = prepareItemsAt(db);

  const valueAt = db
    .select({ value: contentHistory.value })
    .from(contentHistory)
    .where(
      and(
        eq(contentHistory.section, sql.placeholder('section')),
        eq(contentHistory.key, sql.placeholder('key')),
        sql`${contentHistory.revision} <= ${sql.placeholder('revision')}`,
      ),
    )
    .orderBy(desc(contentHistory.revision))
    .limit(1)
    .prepare();

  /** Reads one row more than requested to find out whether there are others. */
  function versions(which: SQL | undefined, { before, limit }: Page) {
    return db
      .select(versionColumns)
      .from(contentHistory)
      .innerJoin(revisions, eq(revisions.revision, contentHistory.revision))
      .where(and(which, before === undefined ? undefined : lt(contentHistory.id, before)))
      .orderBy(desc(contentHistory.id))
      .limit(limit + 1)
      .all();
  }
  const other = alias(contentHistory, 'other');
  const sameItem = and(eq(other.section, contentHistory.section), eq(other.key, contentHistory.key));
  const newer = db
    .select({ id: other.id })
    .from(other)
    .where(and(sameItem, gt(other.id, contentHistory.id)));

  const queries = {
    latestRevision: () => latestRevision.get()?.revision ?? 0,

    /** Returns whether a revision after this one changed images in use, or their alt texts. It has no versions of items. */
    hasChangedImages: (revision: number): boolean => imageRevision.get({ revision }) !== undefined,

    /** Returns the revision that visitors see; before the first release, the newest one. */
    liveRevision: () => liveRevision.get()?.revision ?? queries.latestRevision(),

    /** Returns the revisions that are being published or are scheduled. */
    listUpcomingRevisions: () =>
      coming.all().flatMap(({ desired, scheduled }) => (scheduled ? [desired, scheduled] : [desired])),

    workingCopy: (): ContentItem[] => workingCopy.all().map(toContentItem),

    item(section: string, key: string): ContentItem | undefined {
      const row = item.get({ section, key });
      return row && toContentItem(row);
    },

    /** Returns the public value of an item: in review mode not the newest one. */
    liveValue(section: string, key: string): unknown {
      return valueAt.get({ section, key, revision: queries.liveRevision() })?.value;
    },

    /**
     * Returns the value that the API itself uses, for texts of messages and pages and for settings. Changes in review
     * are not used yet; items that an update added are used before their release is live.
     */
    effectiveValue(section: string, key: string): unknown {
      return queries.liveValue(section, key) ?? queries.item(section, key)?.value;
    },

    /** Returns all items at a revision, in page order. */
    itemsAt: (revision: number): ContentItem[] =>
      revision >= queries.latestRevision() ? queries.workingCopy() : itemsAt(revision),

    /** Returns every version of an item, newest first, including those that changed only its position. */
    history({ section, key }: { section: string; key: string }, page: Page) {
      const rows = versions(and(eq(contentHistory.section, section), eq(contentHistory.key, key)), page);
      const history = rows.slice(0, page.limit).map(({ section: _, key: __, ...row }): ItemVersion => row);
      return { history, more: rows.length > page.limit };
    },

    /** Returns the items that were changed by the save that hid or removed an entry. */
    changedWithRemoval: (entry: ItemId) => listChangedWithRemoval(db, entry),

    /** Returns removed entries, the last removed first. */
    removed(page: Page) {
      const rows = versions(and(eq(contentHistory.operation, 'delete'), notExists(newer)), page);
      const removed: RemovedItem[] = rows.slice(0, page.limit);
      return { removed, more: rows.length > page.limit };
    },
  };
  return queries;
}

export type ContentQueries = ReturnType<typeof createContentQueries>;
