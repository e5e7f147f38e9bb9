import { keepFormerIds } from '@threadline/schema/content/article-address';
import type { ContentItem, ItemMetadata } from '@threadline/schema/content/content-item';
import { findDefinition, type ItemDefinition } from '@threadline/schema/content/content-model';
import { isReservedKey } from '@threadline/schema/content/link-targets';
import { createValidationError } from '../platform/http/json-body.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { checkAddresses, checkAltTexts, checkImagesExist, checkLinks, checkOfficeHours } from './checks.ts';
import { closeDraft } from './drafts.ts';
import { storeAltTexts } from './images.ts';
import { toContentItem } from './queries.ts';
import {
  findLastVersion,
  findStoredItem,
  getLastPosition,
  listEntries,
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

export interface CheckedWrite extends ItemWrite {
  definition: ItemDefinition;
  /** The path of the value in the request body. */
  path: PropertyKey[];
}

/**
 * Saves all items or, by throwing a `ProblemError`, none.
 *
 * @param onItem called for each item in turn; all items are saved together after the last one
 * @returns the items that changed
 */
export function writeItems(
  checked: readonly CheckedWrite[],
  context: WriteContext,
  { onItem }: { onItem?: () => void } = {},
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
    checkAddresses(context.tx, checked);
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

export function requireDefinition(section: string, key: string): ItemDefinition {
  const definition = findDefinition(section, key);
  // Both names come from the client; only names that match the key pattern are safe to repeat.
  if (!definition) throw new ProblemError('not-found', { detail: 'There is no such content item.' });
  return definition;
}

export function checkWrite(write: ItemWrite, path: PropertyKey[]): CheckedWrite {
  const definition = requireDefinition(write.section, write.key);
  const parsed = definition.schema.safeParse(write.value);
  if (!parsed.success) throw createValidationError(parsed.error, path);
  return { ...write, definition, path, value: parsed.data };
}

export function requireVersion(stored: StoredItem, version: number | undefined): void {
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
  const written = { ...stored, value: write.value, metadata: write.metadata ?? stored.metadata };
  const changed = { ...written, metadata: keepFormerIds(written, stored) };
  if (JSON.stringify([changed.value, changed.metadata]) === JSON.stringify([stored.value, stored.metadata]))
    return undefined;
  return storeItem(
    { ...changed, version: stored.version + 1, updatedAt: context.at, updatedBy: context.by?.name ?? null },
    'update',
    context,
  );
}

/** Gives the entries of a list their positions in a new order. Returns those that have moved. */
export function storeOrder(
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
  if (write.version !== undefined) throw new ProblemError('conflict', { detail: 'This item has been removed since.' });
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
