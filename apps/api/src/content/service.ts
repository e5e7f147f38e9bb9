import type { ContentItem, ItemMetadata } from '@threadline/schema/content/content-item';
import {
  contentModel,
  findDefinition,
  type ItemDefinition,
  isSectionName,
  type SectionDefinition,
} from '@threadline/schema/content/content-model';
import { isReservedKey } from '@threadline/schema/content/link-targets';
import { and, eq, TransactionRollbackError } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import type { Actor } from '../platform/audit-log/audit-log.ts';
import type { Tx } from '../platform/db/client.ts';
import { contentItems, revisions } from '../platform/db/schema/core.ts';
import { createValidationError } from '../platform/http/json-body.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { checkAltTexts, checkImagesExist, checkLinks, checkOfficeHours } from './checks.ts';
import { closeDraft } from './drafts.ts';
import { storeAltTexts } from './images.ts';
import { keepPublishingDay } from './publishing-day.ts';
import { type ContentQueries, toContentItem } from './queries.ts';
import {
  findLastVersion,
  findStoredItem,
  getLastPosition,
  listEntries,
  recordHistory,
  reserveFirstPositions,
  type StoredItem,
  storeItem,
  type WriteContext,
} from './repository.ts';

export interface ItemWrite {
  section: string;
  key: string;
  value: unknown;
  /** Left out: the item keeps its metadata. */
  metadata?: ItemMetadata;
  /** The version on which the edit is based; left out by clients that send only the specified fields. */
  version?: number;
  /** Rejects the write if the entry already exists. */
  isNew?: boolean;
  /** The entry behind which a new one is placed. If it is gone, the new one is the last. */
  after?: string | undefined;
  /** The draft that this write publishes. It is removed, unless it has changed since. */
  draft?: { key: string; version: number } | undefined;
}

export interface Saved {
  revision: number;
  items: ContentItem[];
}

/** Called for each saved revision. Publishing implements it, because content does not depend on publishing. */
export interface RevisionListener {
  /** Runs in the transaction of the revision. */
  recordSaved(tx: Tx, revision: { revision: number; at: string; by: Actor | null }): void;
  /** Runs after the commit. */
  notify(): void;
}

/**
 * The only writer of content. Each call is one transaction with items, history, revision, audit entry and outbox, or
 * changes nothing.
 */
export function createContentService(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  queries: ContentQueries,
  listener: RevisionListener,
) {
  /**
   * Opens a revision, runs `write`, and notifies the listener. A revision without changes is discarded.
   *
   * @param write returns whether it changed something on a page
   * @param onCommit replaces the notification of publishing, for a caller that commits later
   * @returns the newest revision
   */
  function withRevision(
    by: Actor | null,
    write: (context: WriteContext) => boolean,
    onCommit: () => void = listener.notify,
  ): number {
    const { revision, changed } = db.transaction(
      (tx) => {
        const at = now().toISOString();
        const { revision } = tx.insert(revisions).values({ at, byId: by?.id, byName: by?.name }).returning().get();
        if (!write({ tx, at, revision, by })) {
          tx.delete(revisions).where(eq(revisions.revision, revision)).run();
          return { revision: queries.latestRevision(), changed: false };
        }
        listener.recordSaved(tx, { revision, at, by });
        return { revision, changed: true };
      },
      { behavior: 'immediate' },
    );
    if (changed) onCommit();
    return revision;
  }

  function commit(by: Actor | null, write: (context: WriteContext) => ContentItem[]): Saved {
    let items: ContentItem[] = [];
    const revision = withRevision(by, (context) => {
      items = write(context);
      return items.length > 0;
    });
    return { revision, items };
  }

  function checkWrites(writes: readonly ItemWrite[], { bulk = writes.length > 1 }: SaveOptions = {}) {
    return writes
      .map((write, index) => checkWrite(write, bulk ? ['updates', index, 'value'] : ['value']))
      .map((write) => ({ ...write, value: keepPublishingDay(write, queries) }));
  }

  /** Writes an item within a transaction, or nothing if it is refused. */
  function tryWrite(write: ItemWrite, context: WriteContext): void {
    try {
      context.tx.transaction((tx) => writeItems(checkWrites([write]), { ...context, tx }));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
    }
  }

  return {
    /**
     * Saves one or several items, all or none.
     *
     * @throws ProblemError 404 for an unknown item, 409 for a stale version or a link target in use, 422 for an invalid
     * value, a link without a target or a picture without alt text
     */
    save(writes: readonly ItemWrite[], by: Actor | null, options: SaveOptions = {}): Saved {
      const checked = checkWrites(writes, options);
      const { revision, items } = commit(by, (context) => writeItems(checked, context, options));
      // The listener may have set the day of publication.
      return { revision, items: items.map((item) => queries.item(item.section, item.key) ?? item) };
    },

    /**
     * Throws what `save` would throw, and changes nothing.
     *
     * @param earlier writes that will be saved before, one after the other. One that fails is skipped.
     */
    rehearse(writes: readonly ItemWrite[], by: Actor, earlier: readonly ItemWrite[] = []): void {
      const checked = checkWrites(writes);
      try {
        withRevision(by, (context) => {
          for (const write of earlier) tryWrite(write, context);
          writeItems(checked, context);
          return context.tx.rollback();
        });
      } catch (error) {
        if (!(error instanceof TransactionRollbackError)) throw error;
      }
    },

    /** Reorders the entries of a list. `keys` must contain exactly the existing entries. */
    reorder({ section, list, keys }: { section: string; list: string; keys: readonly string[] }, by: Actor): Saved {
      const { prefix } = requireList(section, list);
      return commit(by, (context) => {
        const entries = listEntries(context.tx, section, prefix);
        const byKey = new Map(entries.map((entry) => [entry.key, entry]));
        const ordered = [...new Set(keys)].flatMap((key) => byKey.get(key) ?? []);
        if (keys.length !== entries.length || ordered.length !== entries.length) {
          throw new ProblemError('conflict', { detail: 'The list has changed meanwhile. Reload it and try again.' });
        }
        const moved = findOnlyMoved(entries, ordered);
        const isLogged = ({ key }: Pick<StoredItem, 'key'>) => !moved || key === moved.key;
        return storeOrder(entries, ordered, { ...context, isLogged });
      });
    },

    /** Removes an entry of a list; its history stays. */
    remove({ section, key, version }: Omit<ItemWrite, 'value'>, by: Actor): Saved {
      const { list } = requireDefinition(section, key);
      if (!list) throw new ProblemError('conflict', { detail: 'This text is part of the page and cannot be removed.' });
      return commit(by, (context) => {
        const entries = listEntries(context.tx, section, list.prefix);
        const entry = entries.find((candidate) => candidate.key === key);
        if (!entry) throw new ProblemError('not-found', { detail: `There is no content item ${section}.${key}.` });
        requireVersion(entry, version);
        if (entries.length <= list.min) {
          throw new ProblemError('conflict', { detail: `The page needs at least ${list.min} ${list.itemTitle}.` });
        }
        context.tx
          .delete(contentItems)
          .where(and(eq(contentItems.section, section), eq(contentItems.key, key)))
          .run();
        recordHistory({ ...entry, version: entry.version + 1 }, 'delete', context);
        checkLinks(context.tx, { before: [entry], writes: [] });
        return [toContentItem(entry)];
      });
    },

    withRevision,
    queries,
  };
}

export type ContentService = ReturnType<typeof createContentService>;

interface SaveOptions {
  /** Faults contain the index in the request, also for one item. */
  bulk?: boolean;
  /** Called for each item in turn; all items are saved together after the last one. */
  onItem?: () => void;
}

interface CheckedWrite extends ItemWrite {
  definition: ItemDefinition;
  /** The path of the value in the request body. */
  path: PropertyKey[];
}

/** Returns the items that changed. */
function writeItems(
  checked: readonly CheckedWrite[],
  context: WriteContext,
  { onItem }: SaveOptions = {},
): ContentItem[] {
  const values = checked.map(({ value }) => value);
  checkImagesExist(context.tx, values);
  const before = checked.flatMap((write) => findStoredItem(context.tx, write) ?? []);
  const positions = reserveFirstPositions(
    context.tx,
    checked.filter(({ definition }) => definition.list?.newFirst),
  );
  const saved = checked.flatMap((write) => {
    onItem?.();
    const isPlaced = write.after !== undefined && !findStoredItem(context.tx, write);
    const item = saveItem(write, context, positions.get(write));
    if (isPlaced) placeAfter(write, context);
    return item ?? [];
  });
  // Not for the seed and imports: they must neither prevent the server from starting nor a restore of content.
  if (context.by && saved.length > 0) {
    checkOfficeHours(before, checked);
    checkLinks(context.tx, { before, writes: checked });
    checkAltTexts(
      context.tx,
      checked.flatMap((write) => {
        const item = findStoredItem(context.tx, write);
        return item ? { item, path: write.path } : [];
      }),
    );
    storeAltTexts(context, values);
  }
  for (const write of checked) {
    const item = write.draft && findStoredItem(context.tx, write);
    if (write.draft && item) closeDraft(context.tx, { section: write.section, ...write.draft }, item);
  }
  return saved;
}

function requireDefinition(section: string, key: string): ItemDefinition {
  const definition = findDefinition(section, key);
  // Both names come from the client; only names that match the key pattern are safe to repeat.
  if (!definition) throw new ProblemError('not-found', { detail: 'There is no such content item.' });
  return definition;
}

function requireList(section: string, name: string) {
  const lists: SectionDefinition['lists'] = isSectionName(section) ? contentModel[section].lists : {};
  const list = Object.hasOwn(lists, name) ? lists[name] : undefined;
  if (!list) throw new ProblemError('not-found', { detail: 'There is no such list.' });
  return list;
}

function checkWrite(write: ItemWrite, path: PropertyKey[]): CheckedWrite {
  const definition = requireDefinition(write.section, write.key);
  const parsed = definition.schema.safeParse(write.value);
  if (!parsed.success) throw createValidationError(parsed.error, path);
  return { ...write, definition, path, value: parsed.data };
}

function requireVersion(stored: StoredItem, version: number | undefined): void {
  if (version === undefined || version === stored.version) return;
  throw createConflict(stored, 'This item has changed since you opened it. Compare both texts before you save.');
}

function createConflict(stored: StoredItem, detail: string): ProblemError {
  return new ProblemError('conflict', { detail, current: toContentItem(stored) });
}

function saveItem(write: CheckedWrite, context: WriteContext, position?: number): ContentItem | undefined {
  const stored = findStoredItem(context.tx, write);
  if (!stored) return createItem(write, context, position);
  if (write.isNew) throw createConflict(stored, 'Another user has added an entry with this name.');
  requireVersion(stored, write.version);
  const changed = { ...stored, value: write.value, metadata: write.metadata ?? stored.metadata };
  if (JSON.stringify([changed.value, changed.metadata]) === JSON.stringify([stored.value, stored.metadata]))
    return undefined;
  return storeItem(
    { ...changed, version: stored.version + 1, updatedAt: context.at, updatedBy: context.by?.name ?? null },
    'update',
    context,
  );
}

/** Gives the entries of a list their positions in a new order. Returns those that have moved. */
function storeOrder(
  entries: readonly StoredItem[],
  ordered: readonly StoredItem[],
  context: WriteContext,
): ContentItem[] {
  return ordered.flatMap((entry, index) => {
    const position = entries[index]?.position;
    if (position === undefined || entry.position === position) return [];
    return storeItem({ ...entry, position }, 'order', context);
  });
}

/** Returns the one entry whose move explains a new order; undefined if several were moved. The others only make room. */
function findOnlyMoved(entries: readonly StoredItem[], ordered: readonly StoredItem[]): StoredItem | undefined {
  const listOthers = (list: readonly StoredItem[], moved: StoredItem) =>
    list.flatMap(({ key }) => (key === moved.key ? [] : [key])).join(' ');
  return ordered.find((entry) => listOthers(entries, entry) === listOthers(ordered, entry));
}

/** Moves a new entry behind the one that it names. */
function placeAfter({ section, key, after, definition }: CheckedWrite, context: WriteContext): void {
  const entries = definition.list ? listEntries(context.tx, section, definition.list.prefix) : [];
  const others = entries.filter((entry) => entry.key !== key);
  const created = entries.filter((entry) => entry.key === key);
  const index = others.findIndex((entry) => entry.key === after);
  // The log names the addition; the other entries only make room.
  const ordered = others.toSpliced(index + 1, 0, ...created);
  if (index !== -1) storeOrder(entries, ordered, { ...context, isLogged: () => false });
}

function createItem(write: CheckedWrite, context: WriteContext, position?: number): ContentItem {
  const { tx } = context;
  const { list } = write.definition;
  if (write.version !== undefined)
    throw new ProblemError('conflict', { detail: 'Another user has removed this item.' });
  if (isReservedKey(write.section, write.key))
    throw new ProblemError('conflict', { detail: 'The site already uses this name. Choose another one.' });
  if (list && listEntries(tx, write.section, list.prefix).length >= list.max) {
    throw new ProblemError('conflict', { detail: `There can be at most ${list.max} entries in ${list.title}.` });
  }
  const removed = findLastVersion(tx, write);
  const item: StoredItem = {
    section: write.section,
    key: write.key,
    value: write.value,
    metadata: write.metadata ?? {},
    // A restored entry returns to its earlier position.
    position: removed?.position ?? position ?? getLastPosition(tx, write.section) + 1,
    // Versions continue after a removal: a stale edit of the removed entry must not match the new one.
    version: (removed?.version ?? 0) + 1,
    updatedAt: context.at,
    updatedBy: context.by?.name ?? null,
  };
  return storeItem(item, removed ? 'restore' : 'create', context);
}
