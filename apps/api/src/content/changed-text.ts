import type { Release } from '@threadline/schema/publishing';
import { and, desc, eq, lte } from 'drizzle-orm';
import type { Db } from '../platform/db/client.ts';
import { contentHistory } from '../platform/db/schema/core.ts';
import { changedFields } from './changed-fields.ts';
import { wasThere } from './existed-at.ts';
import { shownFields } from './shown-fields.ts';

/** From the revision of one release, which is not part of it, to that of the next. */
export interface RevisionSpan {
  after: number;
  until: number;
}

interface Item {
  section: string;
  key: string;
}

const limits = { fields: 3, characters: 60 };

/** What became of an item between two revisions, in the words of what waits to be published. */
export function operationOf(db: Db, item: Item, span: RevisionSpan): Release['changes'][number]['operation'] {
  const [before, now] = statesOf(db, item, span);
  if (!now) return 'removed';
  if (!before) return wasThere(db, item, span.after) ? 'restored' : 'added';
  const isMoved = before.position !== now.position && changedFields(before, now).length === 0;
  return isMoved ? 'moved' : 'changed';
}

/** What differs in an item between two revisions; nothing when it was added, removed or only moved. */
export function changedWords(db: Db, item: Item, span: RevisionSpan): Pick<Release, 'fields' | 'fieldCount'> {
  const [before, after] = statesOf(db, item, span);
  if (!before || !after) return { fields: [], fieldCount: 0 };
  const { fields, count } = shownFields(db, { ...item, before, after }, limits);
  return { fields, fieldCount: count };
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
