import type { ContentItem } from '@threadline/schema/content-item';
import { getItemName } from '@threadline/schema/item-name';
import { and, desc, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../platform/db/client.ts';
import { contentHistory, revisions } from '../platform/db/schema/core.ts';

export type ItemId = Pick<ContentItem, 'section' | 'key'>;

/** Selects the history of one item, for a comparison or a prepared statement. */
const isItem = ({ section, key }: ItemId) => and(eq(contentHistory.section, section), eq(contentHistory.key, key));

/** Returns whether an item existed at a revision or before it. Such an entry is restored when it is saved again. */
export function hasExisted(db: Pick<Db, 'select'>, item: ItemId, revision: number): boolean {
  const where = and(isItem(item), lte(contentHistory.revision, revision));
  return db.select({ id: contentHistory.id }).from(contentHistory).where(where).limit(1).get() !== undefined;
}

/** Returns the state of an item at a revision; undefined if it did not exist then. */
export function getItemAt(db: Db, item: ItemId, revision: number) {
  const { operation, value, metadata, position } = contentHistory;
  const row = db
    .select({ operation, value, metadata, position })
    .from(contentHistory)
    .where(and(isItem(item), lte(contentHistory.revision, revision)))
    .orderBy(desc(contentHistory.revision), desc(contentHistory.id))
    .limit(1)
    .get();
  return row?.operation === 'delete' ? undefined : row;
}

/** Names items as they were called in the past, removed ones included. */
export function createItemNames(db: Db) {
  const { id, section, key, value, metadata, revision } = contentHistory;
  const prepareNewest = (until: SQL) =>
    db
      .select({ value, metadata })
      .from(contentHistory)
      .innerJoin(revisions, eq(revisions.revision, revision))
      .where(and(eq(section, sql.placeholder('section')), eq(key, sql.placeholder('key')), until))
      .orderBy(desc(revision), desc(id))
      .limit(1)
      .prepare();
  const atRevision = prepareNewest(sql`${revision} <= ${sql.placeholder('revision')}`);
  const atTime = prepareNewest(sql`${revisions.at} <= ${sql.placeholder('at')}`);
  const name = ({ section, key }: ItemId, state: Pick<ContentItem, 'value' | 'metadata'> | undefined) =>
    getItemName({ section, key, value: state?.value, metadata: state?.metadata ?? {} });

  return {
    atRevision: (item: ItemId, revision: number): string => name(item, atRevision.get({ ...item, revision })),
    /** @param at ISO 8601 */
    atTime: (item: ItemId, at: string): string => name(item, atTime.get({ ...item, at })),
  };
}
