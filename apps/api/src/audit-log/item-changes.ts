import type { AuditItem } from '@threadline/schema/audit';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { diffItem } from '../content/diff.ts';
import type { Db } from '../platform/db/client.ts';
import { contentHistory, revisions } from '../platform/db/schema/core.ts';

/** Per entry. A page of the log shows fifty entries; the item's history shows all changes. */
const limits = { fields: 3, characters: 80 };

/**
 * Returns a function that finds the changed fields of an audit entry. The log stores no content: the values come from the item's
 * history, where entry and version share their time.
 */
export function createItemChanges(db: Db) {
  const { id, section, key, operation, value, metadata, position, revision } = contentHistory;
  const state = { id, operation, value, metadata, position, revision };
  const isItem = and(eq(section, sql.placeholder('section')), eq(key, sql.placeholder('key')));
  const written = db
    .select({ ...state, at: revisions.at })
    .from(contentHistory)
    .innerJoin(revisions, eq(revisions.revision, revision))
    .where(and(isItem, sql`${revisions.at} <= ${sql.placeholder('at')}`))
    .orderBy(desc(revision), desc(id))
    .limit(1)
    .prepare();
  const before = db
    .select(state)
    .from(contentHistory)
    .where(and(isItem, sql`${revision} <= ${sql.placeholder('revision')}`, lt(id, sql.placeholder('id'))))
    .orderBy(desc(revision), desc(id))
    .limit(1)
    .prepare();

  return ({ at, action, subject }: Pick<AuditItem, 'at' | 'action' | 'subject'>): AuditItem['change'] => {
    const [section, key] = action.startsWith('content.') ? subject.split('.') : [];
    const now = section && key ? written.get({ section, key, at }) : undefined;
    if (!section || !key || now?.at !== at) return null;
    const none = { version: now.id, fields: [], fieldCount: 0 };
    if (action !== 'content.updated') return none;
    const old = before.get({ section, key, id: now.id, revision: now.revision });
    if (!old || old.operation === 'delete') return none;
    const change = { section, key, before: old, after: now };
    return { version: now.id, ...diffItem(db, change, limits) };
  };
}
