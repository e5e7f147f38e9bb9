import type { Release } from '@threadline/schema/publishing';
import { and, desc, eq, lte } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { contentHistory } from '../db/schema.ts';
import { changedFields, cutAround } from '../publishing/changed-fields.ts';
import { pictureName } from '../publishing/picture-names.ts';

/** From the revision of one release, which is not part of it, to that of the next. */
export interface RevisionSpan {
  after: number;
  until: number;
}

const shownCharacters = 60;

/** What differs first in an item between two revisions; null when it was added, removed or only moved. */
export function changedWords(
  db: Db,
  item: { section: string; key: string },
  { after, until }: RevisionSpan,
): Release['words'] {
  const [before, now] = [stateAt(db, item, after), stateAt(db, item, until)];
  const [field] = before && now ? changedFields(before, now) : [];
  if (!field) return null;
  return cutAround({ before: pictureName(db, field.before), after: pictureName(db, field.after) }, shownCharacters);
}

function stateAt(db: Db, { section, key }: { section: string; key: string }, revision: number) {
  const { operation, value, metadata } = contentHistory;
  const row = db
    .select({ operation, value, metadata })
    .from(contentHistory)
    .where(
      and(eq(contentHistory.section, section), eq(contentHistory.key, key), lte(contentHistory.revision, revision)),
    )
    .orderBy(desc(contentHistory.revision), desc(contentHistory.id))
    .limit(1)
    .get();
  return row?.operation === 'delete' ? undefined : row;
}
