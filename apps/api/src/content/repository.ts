import type { ChangeOrigin, ContentItem } from '@threadline/schema/content/content-item';
import { findDefinition } from '@threadline/schema/content/content-model';
import { getVisibilityChange, type VisibilityChange } from '@threadline/schema/content/visibility';
import { and, desc, eq, sql } from 'drizzle-orm';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Tx } from '../platform/db/client.ts';
import { contentHistory, contentItems, type LeftOut, revisions } from '../platform/db/schema/core.ts';
import { toContentItem } from './queries.ts';

type Operation = (typeof contentHistory.$inferInsert)['operation'];
/** A restored item is created again, and the audit log says that it was restored. */
type Change = Operation | 'restore';
export type StoredItem = typeof contentItems.$inferSelect;
type Place = Pick<StoredItem, 'section' | 'key'>;

/** The revision that is being written. */
export interface WriteContext {
  tx: Tx;
  at: string;
  revision: number;
  by: Actor | null;
  /** Whether the revision becomes public only when an editor publishes it. */
  isPending: boolean;
  /** Undo, Redo or a restore; undefined for other changes. */
  origin?: ChangeOrigin | undefined;
  /** Set for changes that are left out of a publish, or made again after it: no editor makes them. */
  getLeftOut?: (item: Place) => LeftOut;
  /** False for an entry that only makes room for another one, which the audit log names. */
  isLogged?: (item: Place) => boolean;
}

/** Stores the origin of the revision, and returns a context with which the audit log names it. */
export function recordOrigin(context: WriteContext, origin: ChangeOrigin | undefined): WriteContext {
  const { tx, revision } = context;
  if (origin) tx.update(revisions).set({ origin }).where(eq(revisions.revision, revision)).run();
  return { ...context, origin };
}

/** Returns the entries of a list in order. */
export function listEntries(tx: Pick<Tx, 'select'>, section: string, prefix: string): StoredItem[] {
  return tx
    .select()
    .from(contentItems)
    .where(and(eq(contentItems.section, section), sql`${contentItems.key} glob ${`${prefix}-*`}`))
    .orderBy(contentItems.position, contentItems.key)
    .all();
}

export function findStoredItem(tx: Tx, { section, key }: Place): StoredItem | undefined {
  const where = and(eq(contentItems.section, section), eq(contentItems.key, key));
  return tx.select().from(contentItems).where(where).get();
}

/** Returns the last version of an existing or removed entry. */
export function findLastVersion(tx: Tx, { section, key }: Place) {
  return tx
    .select({ version: contentHistory.version, position: contentHistory.position })
    .from(contentHistory)
    .where(and(eq(contentHistory.section, section), eq(contentHistory.key, key)))
    .orderBy(desc(contentHistory.id))
    .limit(1)
    .get();
}

/** Returns the position of the last item of a section; -1 for an empty section. */
export function getLastPosition(tx: Tx, section: string): number {
  const last = sql<number>`coalesce(max(${contentItems.position}), -1)`;
  return tx.select({ last }).from(contentItems).where(eq(contentItems.section, section)).get()?.last ?? -1;
}

/** Returns a position for each place that has no item yet: before the existing items of its section, in the given order. */
export function reserveFirstPositions<P extends Place>(tx: Tx, places: readonly P[]): Map<P, number> {
  const first = sql<number>`coalesce(min(${contentItems.position}), 1)`;
  const created = places.filter((place) => !findStoredItem(tx, place));
  const positions = [...Map.groupBy(created, ({ section }) => section)].flatMap(([section, entries]) => {
    const row = tx.select({ first }).from(contentItems).where(eq(contentItems.section, section)).get();
    const start = (row?.first ?? 1) - entries.length;
    return entries.map((entry, index): [P, number] => [entry, start + index]);
  });
  return new Map(positions);
}

/** Writes an item into the working copy and into its history. */
export function storeItem(item: StoredItem, change: Change, context: WriteContext): ContentItem {
  const before = change === 'update' ? findStoredItem(context.tx, item) : undefined;
  context.tx
    .insert(contentItems)
    .values(item)
    .onConflictDoUpdate({ target: [contentItems.section, contentItems.key], set: item })
    .run();
  recordHistory(item, change, { ...context, before });
  return toContentItem(item);
}

const auditActions: Record<Change, string> = {
  create: 'content.created',
  restore: 'content.restored',
  update: 'content.updated',
  order: 'content.moved',
  delete: 'content.deleted',
};

/** The audit actions of Undo, Redo and restores. To undo a removal is to add the entry again. */
const originActions: Record<ChangeOrigin, Record<Change, string>> = {
  undo: {
    create: 'content.removal-undone',
    restore: 'content.removal-undone',
    update: 'content.change-undone',
    order: 'content.move-undone',
    delete: 'content.addition-undone',
  },
  redo: {
    create: 'content.addition-redone',
    restore: 'content.addition-redone',
    update: 'content.change-redone',
    order: 'content.move-redone',
    delete: 'content.removal-redone',
  },
  restore: { ...auditActions, update: 'content.text-restored' },
};

interface HistoryContext extends WriteContext {
  /** The item before an update. */
  before?: StoredItem | undefined;
}

/** Adds a state of an item to its history and to the audit log. */
export function recordHistory(item: StoredItem, change: Change, context: HistoryContext): void {
  const { tx, at, revision, by, isPending, origin, before, getLeftOut, isLogged } = context;
  tx.insert(contentHistory)
    .values({ ...item, revision, operation: change === 'restore' ? 'create' : change, leftOut: getLeftOut?.(item) })
    .run();
  if (getLeftOut || isLogged?.(item) === false) return;
  const actions = origin ? originActions[origin] : auditActions;
  const action = (!origin && before && getVisibilityAction(item, before, isPending)) || actions[change];
  recordAudit(tx, { at, by, action, subject: `${item.section}.${item.key}` });
}

/** Returns the audit action of a change of whether visitors see an entry, or find it in lists; undefined for other changes. */
function getVisibilityAction(item: StoredItem, before: StoredItem, isPending: boolean): string | undefined {
  const hasDrafts = findDefinition(item.section, item.key)?.list?.hasDrafts;
  const change = getVisibilityChange(before.metadata, item.metadata, hasDrafts);
  return change && { ...visibilityActions, ...(isPending && pendingActions) }[change];
}

const visibilityActions: Record<VisibilityChange, string> = {
  hide: 'content.hidden',
  show: 'content.shown',
  unpublish: 'content.unpublished',
  publish: 'content.published',
  unlist: 'content.unlisted',
  list: 'content.listed',
};

/** The actions that would claim a publish that is still to come. */
const pendingActions: Partial<Record<VisibilityChange, string>> = {
  unpublish: 'content.unpublish-pending',
  publish: 'content.publish-pending',
};
