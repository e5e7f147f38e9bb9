import type { ContentItem } from '@threadline/schema/content-item';
import { findDefinition, itemType } from '@threadline/schema/content-model';
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { contentHistory, contentItems, publishing, revisions } from '../db/schema.ts';

type StoredItem = typeof contentItems.$inferSelect;

/** A row of the database as the API hands it out; `type` follows from the key alone. */
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

/** Reading of content. Statements are prepared once: these are the hot paths. */
export function createContentQueries(db: Db) {
  const latestRevision = db
    .select({ revision: sql<number>`coalesce(max(${revisions.revision}), 0)` })
    .from(revisions)
    .prepare();

  const liveRevision = db
    .select({ revision: publishing.liveRevision })
    .from(publishing)
    .where(eq(publishing.id, 1))
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

  const newestRows = db
    .select({ id: sql<number>`max(${contentHistory.id})` })
    .from(contentHistory)
    .where(sql`${contentHistory.revision} <= ${sql.placeholder('revision')}`)
    .groupBy(contentHistory.section, contentHistory.key);
  const itemsAt = db
    .select()
    .from(contentHistory)
    .where(and(inArray(contentHistory.id, newestRows), ne(contentHistory.operation, 'delete')))
    .orderBy(asc(contentHistory.position), asc(contentHistory.key))
    .prepare();

  const queries = {
    latestRevision: () => latestRevision.get()?.revision ?? 0,

    /** What visitors see; before the first release that is the newest revision. */
    liveRevision: () => liveRevision.get()?.revision ?? queries.latestRevision(),

    workingCopy: (): ContentItem[] => workingCopy.all().map(toContentItem),

    item(section: string, key: string): ContentItem | undefined {
      const row = item.get({ section, key });
      return row && toContentItem(row);
    },

    /** All items as they were at a revision, in the order of the page. */
    itemsAt(revision: number): ContentItem[] {
      if (revision >= queries.latestRevision()) return queries.workingCopy();
      return itemsAt.all({ revision }).map(toContentItem);
    },

    history: (section: string, key: string) =>
      db
        .select()
        .from(contentHistory)
        .where(and(eq(contentHistory.section, section), eq(contentHistory.key, key)))
        .orderBy(sql`${contentHistory.id} desc`)
        .limit(100)
        .all()
        .map(({ revision, version, operation, value, metadata, updatedAt, updatedBy }) => ({
          revision,
          version,
          operation,
          value,
          metadata,
          at: updatedAt,
          by: updatedBy,
        })),
  };
  return queries;
}

export type ContentQueries = ReturnType<typeof createContentQueries>;
