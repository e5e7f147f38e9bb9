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

interface Item {
  section: string;
  key: string;
}

const shownCharacters = 60;

/** What became of an item between two revisions, in the words of what waits to be published. */
export function operationOf(db: Db, item: Item, span: RevisionSpan): Release['changes'][number]['operation'] {
  const [before, now] = statesOf(db, item, span);
  if (!now) return 'removed';
  if (!before) return 'added';
  const isMoved = before.position !== now.position && changedFields(before, now).length === 0;
  return isMoved ? 'moved' : 'changed';
}

/** What differs first in an item between two revisions; null when it was added, removed or only moved. */
export function changedWords(db: Db, item: Item, span: RevisionSpan): Release['words'] {
  const [before, now] = statesOf(db, item, span);
  const [field] = before && now ? changedFields(before, now) : [];
  if (!field) return null;
  return cutAround({ before: pictureName(db, field.before), after: pictureName(db, field.after) }, shownCharacters);
}

function statesOf(db: Db, item: Item, { after, until }: RevisionSpan) {
  return [stateAt(db, item, after), stateAt(db, item, until)] as const;
}

function stateAt(db: Db, { section, key }: Item, revision: number) {
  const { operation, value, metadata, position } = contentHistory;
  const row = db
    .select({ operation, value, metadata, position })
    .from(contentHistory)
    .where(
      and(eq(contentHistory.section, section), eq(contentHistory.key, key), lte(contentHistory.revision, revision)),
    )
    .orderBy(desc(contentHistory.revision), desc(contentHistory.id))
    .limit(1)
    .get();
  return row?.operation === 'delete' ? undefined : row;
}
