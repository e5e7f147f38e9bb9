import type { ContentItem, ItemChangedWithRemoval } from '@threadline/schema/content/content-item';
import { getQualifiedTitle } from '@threadline/schema/content/item-name';
import type { PendingChange } from '@threadline/schema/wire/publishing';
import { and, asc, desc, eq, gt, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../platform/db/client.ts';
import { contentHistory, revisions } from '../platform/db/schema/core.ts';

export type ItemId = Pick<ContentItem, 'section' | 'key'>;

/** Returns a string that identifies an item, for maps. */
export const getItemId = ({ section, key }: ItemId): string => `${section}.${key}`;

/** Selects the history of one item, for a comparison or a prepared statement. */
const isItem = ({ section, key }: ItemId) => and(eq(contentHistory.section, section), eq(contentHistory.key, key));

/** From one revision, exclusive, to another, inclusive. */
export interface RevisionSpan {
  after: number;
  until: number;
}

/** Returns the history of all items in a span, oldest first, without their values. */
export function listHistory(db: Pick<Db, 'select'>, { after, until }: RevisionSpan) {
  const { id, section, key, revision, operation, version, leftOut } = contentHistory;
  return db
    .select({
      id,
      section,
      key,
      revision,
      operation,
      version,
      leftOut,
      at: revisions.at,
      by: revisions.byName,
      origin: revisions.origin,
    })
    .from(contentHistory)
    .innerJoin(revisions, eq(revisions.revision, revision))
    .where(and(gt(revision, after), lte(revision, until)))
    .orderBy(asc(id))
    .all();
}

export type HistoryRow = ReturnType<typeof listHistory>[number];

/** The newest change of an item, and what happened to it in the whole span. */
export interface ItemChange extends ItemId, Pick<HistoryRow, 'id' | 'at' | 'by'> {
  operation: PendingChange['operation'];
}

/** Returns one change for each item of a history, newest first. */
export function summarizeHistory(rows: readonly HistoryRow[]): ItemChange[] {
  return [...Map.groupBy(rows, getItemId).values()]
    .flatMap((own) => {
      const [first, last] = [own[0], own.at(-1)];
      if (!first || !last) return [];
      const { section, key, id, leftOut } = last;
      const { at, by } = leftOut?.kind === 'again' ? leftOut : last;
      return [{ section, key, id, at, by, operation: classify(own, { first, last }) }];
    })
    .sort((one, other) => other.id - one.id);
}

function classify(
  rows: HistoryRow[],
  { first, last }: { first: HistoryRow; last: HistoryRow },
): ItemChange['operation'] {
  if (last.operation === 'delete') return 'removed';
  const begun = getKind(first);
  if (begun === 'added' || begun === 'restored') return begun;
  return rows.every((row) => getKind(row) === 'moved') ? 'moved' : 'changed';
}

function getKind({ operation, version, leftOut }: HistoryRow): ItemChange['operation'] {
  if (leftOut?.kind === 'again') return leftOut.operation;
  // Versions go on after a removal.
  if (operation === 'create') return version === 1 ? 'added' : 'restored';
  return ({ delete: 'removed', order: 'moved', update: 'changed' } as const)[operation];
}

/** Returns the state of an item at a revision; undefined if it did not exist then. */
export function getItemAt(db: Db, item: ItemId, revision: number) {
  const { operation, value, metadata, position, updatedAt, updatedBy } = contentHistory;
  const row = db
    .select({ operation, value, metadata, position, updatedAt, updatedBy })
    .from(contentHistory)
    .where(and(isItem(item), lte(contentHistory.revision, revision)))
    .orderBy(desc(contentHistory.revision), desc(contentHistory.id))
    .limit(1)
    .get();
  return row?.operation === 'delete' ? undefined : row;
}

const isShown = sql`${contentHistory.operation} <> 'delete' and json_extract(${contentHistory.metadata}, '$.hidden') is not 1`;

/**
 * Returns the other items that were changed by the save that hid or removed an entry, with their states before and after it;
 * nothing for an entry that is shown. Versions of a publish that has left changes out do not count: they repeat saves.
 */
export function listChangedWithRemoval(db: Db, entry: ItemId): ItemChangedWithRemoval[] {
  const { id, section, key, value, metadata, revision, operation, leftOut } = contentHistory;
  const isOwn = and(isItem(entry), isNull(leftOut));
  const select = () => db.select({ id, section, key, value, metadata, revision }).from(contentHistory);
  const lastShown = select().where(and(isOwn, isShown)).orderBy(desc(id)).limit(1).get();
  const removal =
    lastShown &&
    select()
      .where(and(isOwn, gt(id, lastShown.id)))
      .orderBy(asc(id))
      .limit(1)
      .get();
  if (!removal) return [];
  const others = select().where(and(eq(revision, removal.revision), eq(operation, 'update'), isNull(leftOut)));
  return others.all().flatMap(({ id: changeId, revision: _, ...after }) => {
    const before = select()
      .where(and(isItem(after), lt(id, changeId)))
      .orderBy(desc(id))
      .limit(1)
      .get();
    const item = { section: after.section, key: after.key };
    if (!before || getItemId(item) === getItemId(entry)) return [];
    const getState = (state: Pick<ContentItem, 'value' | 'metadata'>) => ({
      value: state.value,
      metadata: state.metadata,
    });
    return { ...item, before: getState(before), after: getState(after) };
  });
}

/** Returns the last version of an item that is shown, hidden or removed. */
export function findLastState(db: Db, item: ItemId) {
  const { section, key, value, metadata, id } = contentHistory;
  return db
    .select({ section, key, value, metadata })
    .from(contentHistory)
    .where(isItem(item))
    .orderBy(desc(id))
    .limit(1)
    .get();
}

/** Returns the names that items had at an earlier time, including removed items. */
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
    getQualifiedTitle({ section, key, value: state?.value, metadata: state?.metadata ?? {} });

  return {
    atRevision: (item: ItemId, revision: number): string => name(item, atRevision.get({ ...item, revision })),
    /** @param at ISO 8601 */
    atTime: (item: ItemId, at: string): string => name(item, atTime.get({ ...item, at })),
  };
}
