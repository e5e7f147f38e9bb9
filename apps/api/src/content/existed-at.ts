import type { ContentItem } from '@threadline/schema/content-item';
import { and, eq, lte } from 'drizzle-orm';
import type { Db } from '../platform/db/client.ts';
import { contentHistory } from '../platform/db/schema/core.ts';

/** Was an entry there at a revision or before it? One that was, and is not any more, comes back when it is saved again. */
export function wasThere(
  db: Pick<Db, 'select'>,
  { section, key }: Pick<ContentItem, 'section' | 'key'>,
  revision: number,
): boolean {
  const isOf = and(eq(contentHistory.section, section), eq(contentHistory.key, key));
  const row = db
    .select({ id: contentHistory.id })
    .from(contentHistory)
    .where(and(isOf, lte(contentHistory.revision, revision)))
    .limit(1)
    .get();
  return row !== undefined;
}
