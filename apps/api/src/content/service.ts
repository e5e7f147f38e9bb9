import type { ContentItem, ItemMetadata } from '@threadline/schema/content-item';
import {
  contentModel,
  findDefinition,
  type ItemDefinition,
  isSectionName,
  type SectionDefinition,
} from '@threadline/schema/content-model';
import { publicIdOf } from '@threadline/schema/image';
import { isReservedKey } from '@threadline/schema/link-targets';
import { and, eq, isNull } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import type { Actor } from '../platform/audit-log/audit-log.ts';
import type { Tx } from '../platform/db/client.ts';
import { contentItems, images, revisions } from '../platform/db/schema/core.ts';
import { createValidationError } from '../platform/http/json-body.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { checkLinks } from './check-links.ts';
import { checkPictures } from './check-pictures.ts';
import { type ContentQueries, toContentItem } from './queries.ts';
import {
  entriesOf,
  lastPosition,
  newestVersion,
  recordHistory,
  reserveFirstPositions,
  type StoredItem,
  store,
  storedItem,
  type Writing,
} from './repository.ts';
import { storeAltTexts } from './store-alt-texts.ts';

export interface ItemWrite {
  section: string;
  key: string;
  value: unknown;
  /** Left out: the item keeps what it has. */
  metadata?: ItemMetadata;
  /** The version the edit started from; left out by clients of the bare specification. */
  version?: number;
  /** Refused when the entry is there already. */
  isNew?: boolean;
}

export interface Saved {
  revision: number;
  items: ContentItem[];
}

/** What follows a saved revision. Publishing implements it; content does not know publishing. */
export interface RevisionListener {
  /** Runs in the transaction of the revision. */
  recordSaved(tx: Tx, revision: { revision: number; at: string; by: Actor | null }): void;
  /** Runs after the commit. */
  announce(): void;
}

/** The only writer of content. Each call is one transaction: items, history, revision, audit and outbox, or nothing. */
export function createContentService(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  queries: ContentQueries,
  listener: RevisionListener,
) {
  /**
   * Opens a revision, lets `write` fill it, announces it. One in which nothing changed leaves nothing behind.
   *
   * @param write answers whether it changed what a page shows
   * @returns the newest revision
   */
  function revise(by: Actor | null, write: (writing: Writing) => boolean): number {
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
    if (changed) listener.announce();
    return revision;
  }

  function commit(by: Actor | null, write: (writing: Writing) => ContentItem[]): Saved {
    let items: ContentItem[] = [];
    const revision = revise(by, (writing) => {
      items = write(writing);
      return items.length > 0;
    });
    return { revision, items };
  }

  return {
    /**
     * Saves one or many items, all or none.
     *
     * @throws ProblemError 404 for an unknown item, 409 for a stale version or a place that others link to, 422 for a
     * value that does not fit, a link that leads nowhere or a picture without words
     */
    save(writes: readonly ItemWrite[], by: Actor | null, options: SaveOptions = {}): Saved {
      const { bulk = writes.length > 1, onItem } = options;
      const checked = writes.map((write, index) => checkWrite(write, bulk ? ['updates', index, 'value'] : ['value']));
      return commit(by, (writing) => {
        checkImages(writing.tx, checked);
        const before = checked.flatMap((write) => storedItem(writing.tx, write) ?? []);
        const positions = reserveFirstPositions(
          writing.tx,
          checked.filter(({ definition }) => definition.list?.newFirst),
        );
        const saved = checked.flatMap((write) => {
          onItem?.();
          return saveOne(write, writing, positions.get(write)) ?? [];
        });
        // Not for the seed and for imports: they must not keep the server from starting or content from coming back.
        if (by && saved.length > 0) {
          checkLinks(writing.tx, { before, writes: checked });
          checkPictures(
            writing.tx,
            checked.flatMap((write) => {
              const item = storedItem(writing.tx, write);
              return item ? { item, path: write.path, publicIds: mentionedImages(item.value) } : [];
            }),
          );
          storeAltTexts(
            writing,
            checked.map(({ value }) => value),
          );
        }
        return saved;
      });
    },

    /** Gives the entries of a list a new order. `keys` must name exactly the entries there are. */
    reorder({ section, list, keys }: { section: string; list: string; keys: readonly string[] }, by: Actor): Saved {
      const { prefix } = listOf(section, list);
      return commit(by, (writing) => {
        const entries = entriesOf(writing.tx, section, prefix);
        const byKey = new Map(entries.map((entry) => [entry.key, entry]));
        if (
          keys.length !== entries.length ||
          new Set(keys).size !== keys.length ||
          !keys.every((key) => byKey.has(key))
        ) {
          throw new ProblemError('conflict', { detail: 'The list has changed meanwhile. Reload it and try again.' });
        }
        const positions = entries.map((entry) => entry.position);
        return keys.flatMap((key, index) => {
          const entry = byKey.get(key);
          const position = positions[index];
          if (!entry || position === undefined || entry.position === position) return [];
          return store({ ...entry, position }, 'order', writing);
        });
      });
    },

    /** Removes an entry of a list; its history stays. */
    remove({ section, key, version }: Omit<ItemWrite, 'value'>, by: Actor): Saved {
      const { list } = definitionOf(section, key);
      if (!list) throw new ProblemError('conflict', { detail: 'This text is part of the page and cannot be removed.' });
      return commit(by, (writing) => {
        const entries = entriesOf(writing.tx, section, list.prefix);
        const entry = entries.find((candidate) => candidate.key === key);
        if (!entry) throw new ProblemError('not-found', { detail: `There is no content item ${section}.${key}.` });
        refuseStale(entry, version);
        if (entries.length <= list.min) {
          throw new ProblemError('conflict', { detail: `The page needs at least ${list.min} ${list.itemTitle}.` });
        }
        writing.tx
          .delete(contentItems)
          .where(and(eq(contentItems.section, section), eq(contentItems.key, key)))
          .run();
        recordHistory({ ...entry, version: entry.version + 1 }, 'delete', writing);
        checkLinks(writing.tx, { before: [entry], writes: [] });
        return [toContentItem(entry)];
      });
    },

    revise,
    queries,
  };
}

export type ContentService = ReturnType<typeof createContentService>;

interface SaveOptions {
  /** Faults name the place in a list, also of one item. */
  bulk?: boolean;
  /** Called for each item in turn; what is saved is saved with the last one. */
  onItem?: () => void;
}

interface CheckedWrite extends ItemWrite {
  definition: ItemDefinition;
  /** Where its value stands in the body of the call. */
  path: PropertyKey[];
}

function definitionOf(section: string, key: string): ItemDefinition {
  const definition = findDefinition(section, key);
  // Both names are as the client sent them, but only ones that fit the key pattern can be repeated safely.
  if (!definition) throw new ProblemError('not-found', { detail: 'There is no such content item.' });
  return definition;
}

function listOf(section: string, name: string) {
  const lists: SectionDefinition['lists'] = isSectionName(section) ? contentModel[section].lists : {};
  const list = Object.hasOwn(lists, name) ? lists[name] : undefined;
  if (!list) throw new ProblemError('not-found', { detail: 'There is no such list.' });
  return list;
}

function checkWrite(write: ItemWrite, path: PropertyKey[]): CheckedWrite {
  const definition = definitionOf(write.section, write.key);
  const parsed = definition.schema.safeParse(write.value);
  if (!parsed.success) throw createValidationError(parsed.error, path);
  return { ...write, definition, path, value: parsed.data };
}

/** A page must not point at an image that the library does not have. */
function checkImages(tx: Tx, writes: readonly CheckedWrite[]): void {
  for (const write of writes) {
    for (const publicId of mentionedImages(write.value)) {
      const known = tx
        .select({ id: images.id })
        .from(images)
        .where(and(eq(images.publicId, publicId), isNull(images.trashedAt)))
        .get();
      if (!known)
        throw new ProblemError('validation-failed', {
          detail: 'This image is not in Image Management any more. Choose another one.',
        });
    }
  }
}

/** The library images that a value mentions anywhere. */
export function mentionedImages(value: unknown): Set<string> {
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part === 'string') {
      const publicId = publicIdOf(part);
      if (publicId) found.add(publicId);
    } else if (typeof part === 'object' && part !== null) Object.values(part).forEach(visit);
  };
  visit(value);
  return found;
}

function refuseStale(stored: StoredItem, version: number | undefined): void {
  if (version === undefined || version === stored.version) return;
  throw conflictWith(stored, 'Somebody else has changed this meanwhile. Compare both texts before you save.');
}

function conflictWith(stored: StoredItem, detail: string): ProblemError {
  return new ProblemError('conflict', { detail, current: toContentItem(stored) });
}

function saveOne(write: CheckedWrite, writing: Writing, position?: number): ContentItem | undefined {
  const stored = storedItem(writing.tx, write);
  if (!stored) return createOne(write, writing, position);
  if (write.isNew) throw conflictWith(stored, 'Somebody else has added an entry of this name meanwhile.');
  refuseStale(stored, write.version);
  const changed = { ...stored, value: write.value, metadata: write.metadata ?? stored.metadata };
  if (JSON.stringify([changed.value, changed.metadata]) === JSON.stringify([stored.value, stored.metadata]))
    return undefined;
  return store(
    { ...changed, version: stored.version + 1, updatedAt: writing.at, updatedBy: writing.by?.name ?? null },
    'update',
    writing,
  );
}

function createOne(write: CheckedWrite, writing: Writing, position?: number): ContentItem {
  const { tx } = writing;
  const { list } = write.definition;
  if (write.version !== undefined)
    throw new ProblemError('conflict', { detail: 'This was removed by somebody else meanwhile.' });
  if (isReservedKey(write.section, write.key))
    throw new ProblemError('conflict', { detail: 'The site has a place of this name itself. Choose another one.' });
  if (list && entriesOf(tx, write.section, list.prefix).length >= list.max) {
    throw new ProblemError('conflict', { detail: `There can be at most ${list.max} entries in ${list.title}.` });
  }
  const removed = newestVersion(tx, write);
  const item: StoredItem = {
    section: write.section,
    key: write.key,
    value: write.value,
    metadata: write.metadata ?? {},
    // A restored entry returns to its earlier position.
    position: removed?.position ?? position ?? lastPosition(tx, write.section) + 1,
    // Versions go on after a removal: a stale edit of the removed entry must not fit the new one.
    version: (removed?.version ?? 0) + 1,
    updatedAt: writing.at,
    updatedBy: writing.by?.name ?? null,
  };
  return store(item, removed ? 'restore' : 'create', writing);
}
