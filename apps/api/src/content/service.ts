import type { ChangeOrigin, ContentItem } from '@threadline/schema/content/content-item';
import { contentModel, isSectionName, type SectionDefinition } from '@threadline/schema/content/content-model';
import { and, eq, TransactionRollbackError } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import type { Actor } from '../platform/audit-log/audit-log.ts';
import type { Tx } from '../platform/db/client.ts';
import { contentItems, revisions } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { checkLinks } from './checks.ts';
import { keepPublishingDay } from './publishing-day.ts';
import { type ContentQueries, toContentItem } from './queries.ts';
import { listEntries, recordHistory, recordOrigin, type StoredItem, type WriteContext } from './repository.ts';
import {
  checkWrite,
  type ItemWrite,
  requireDefinition,
  requireVersion,
  storeOrder,
  writeItems,
} from './write-items.ts';

export interface Saved {
  revision: number;
  items: ContentItem[];
}

/** Called for each saved revision. Publishing implements it, because content does not depend on publishing. */
export interface RevisionListener {
  /** Returns whether saves stay pending until an editor publishes them. */
  keepsPending(): boolean;
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
        if (!write({ tx, at, revision, by, isPending: listener.keepsPending() })) {
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
      const { revision, items } = commit(by, (context) => {
        const recorded = recordOrigin(context, options.origin);
        const written = writeItems(checked, recorded, options);
        const removed = (options.removals ?? []).map((removal) => removeEntry(removal, recorded));
        return [...written, ...removed];
      });
      // The listener may have set the day of publication.
      return { revision, items: items.flatMap((item) => queries.item(item.section, item.key) ?? []) };
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
    reorder({ section, list, keys, moved: named, origin }: NewOrder, by: Actor): Saved {
      const { prefix } = requireList(section, list);
      return commit(by, (context) => {
        const entries = listEntries(context.tx, section, prefix);
        const byKey = new Map(entries.map((entry) => [entry.key, entry]));
        const ordered = [...new Set(keys)].flatMap((key) => byKey.get(key) ?? []);
        if (keys.length !== entries.length || ordered.length !== entries.length) {
          throw new ProblemError('conflict', { detail: 'The list has changed meanwhile. Reload it and try again.' });
        }
        const moved = findOnlyMoved(entries, ordered, named);
        const isLogged = ({ key }: Pick<StoredItem, 'key'>) => !moved || key === moved.key;
        return storeOrder(entries, ordered, { ...recordOrigin(context, origin), isLogged });
      });
    },

    /** Removes an entry of a list; its history stays. */
    remove(removal: Removal, by: Actor, { origin }: Pick<SaveOptions, 'origin'> = {}): Saved {
      return commit(by, (context) => [removeEntry(removal, recordOrigin(context, origin))]);
    },

    withRevision,
    queries,
  };
}

export type ContentService = ReturnType<typeof createContentService>;

type Removal = Pick<ItemWrite, 'section' | 'key' | 'version'>;

interface SaveOptions {
  /** Entries that are removed after the writes, all or none with them. */
  removals?: readonly Removal[] | undefined;
  /** Faults contain the index in the request, also for one item. */
  bulk?: boolean;
  /** Called for each item in turn; all items are saved together after the last one. */
  onItem?: () => void;
  /** Set for Undo, Redo and restores. */
  origin?: ChangeOrigin | undefined;
}

interface NewOrder extends Pick<SaveOptions, 'origin'> {
  section: string;
  /** The name of the list, such as `slides`. */
  list: string;
  keys: readonly string[];
  /** The entry that the editor has moved. The order alone does not tell which of two swapped neighbours it was. */
  moved?: string | undefined;
}

/**
 * Removes an entry of a list within a transaction; its history stays.
 *
 * @throws ProblemError 404, or 409 for a stale version, a link target in use or the last required entry
 */
function removeEntry({ section, key, version }: Removal, context: WriteContext): ContentItem {
  const { list } = requireDefinition(section, key);
  if (!list) throw new ProblemError('conflict', { detail: 'This text is part of the page and cannot be removed.' });
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
  return toContentItem(entry);
}

function requireList(section: string, name: string) {
  const lists: SectionDefinition['lists'] = isSectionName(section) ? contentModel[section].lists : {};
  const list = Object.hasOwn(lists, name) ? lists[name] : undefined;
  if (!list) throw new ProblemError('not-found', { detail: 'There is no such list.' });
  return list;
}

/** Returns the one entry whose move explains a new order; undefined if several were moved. The others only make room. */
function findOnlyMoved(
  entries: readonly StoredItem[],
  ordered: readonly StoredItem[],
  named: string | undefined,
): StoredItem | undefined {
  const listOthers = (list: readonly StoredItem[], moved: StoredItem) =>
    list.flatMap(({ key }) => (key === moved.key ? [] : [key])).join(' ');
  const candidates = ordered.filter((entry) => listOthers(entries, entry) === listOthers(ordered, entry));
  return candidates.find(({ key }) => key === named) ?? candidates[0];
}
