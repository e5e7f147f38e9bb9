import type { ContentItem } from '@threadline/schema/content-item';
import { itemName } from '@threadline/schema/item-name';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../platform/db/client.ts';
import { contentHistory, revisions } from '../platform/db/schema/core.ts';

type Place = Pick<ContentItem, 'section' | 'key'>;

/** How items were called at some time, from their history: also those that are gone. */
export function createItemNames(db: Db) {
  const { id, section, key, value, metadata, revision } = contentHistory;
  const isItem = and(eq(section, sql.placeholder('section')), eq(key, sql.placeholder('key')));
  const newest = (until: SQL) =>
    db
      .select({ value, metadata })
      .from(contentHistory)
      .innerJoin(revisions, eq(revisions.revision, revision))
      .where(and(isItem, until))
      .orderBy(desc(revision), desc(id))
      .limit(1)
      .prepare();
  const atRevision = newest(sql`${revision} <= ${sql.placeholder('revision')}`);
  const atTime = newest(sql`${revisions.at} <= ${sql.placeholder('at')}`);
  const named = ({ section, key }: Place, state: Pick<ContentItem, 'value' | 'metadata'> | undefined) =>
    itemName({ section, key, value: state?.value, metadata: state?.metadata ?? {} });

  return {
    atRevision: ({ section, key }: Place, revision: number): string =>
      named({ section, key }, atRevision.get({ section, key, revision })),
    /** @param at ISO 8601 */
    atTime: ({ section, key }: Place, at: string): string => named({ section, key }, atTime.get({ section, key, at })),
  };
}
