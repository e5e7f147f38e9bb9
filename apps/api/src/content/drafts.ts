import {
  contentModel,
  findDefinition,
  type ItemDefinition,
  type SectionDefinition,
} from '@threadline/schema/content/content-model';
import { getField } from '@threadline/schema/content/form-field';
import { getItemTitle, getQualifiedTitle } from '@threadline/schema/content/item-name';
import { toPointer } from '@threadline/schema/primitives/json-pointer';
import { type DraftSummary, maxDrafts, type ServerDraft } from '@threadline/schema/wire/drafts';
import { and, count, desc, eq, getTableColumns, isNotNull, notInArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Deps } from '../context.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Db, Tx } from '../platform/db/client.ts';
import { contentHistory } from '../platform/db/schema/core.ts';
import { discardedDrafts, drafts, scheduledDrafts } from '../platform/db/schema/drafts.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import type { StoredItem } from './repository.ts';

type StoredDraft = typeof drafts.$inferSelect;
type Place = Pick<StoredDraft, 'section' | 'key'>;

export interface DraftWrite extends Place {
  value: unknown;
  metadata?: StoredDraft['metadata'] | undefined;
  baseVersion: number | null;
  /** The version of the draft that the text continues; undefined for a draft that must not exist yet. */
  version: number | undefined;
}

/**
 * Drafts: what editors write before it is content. A draft is not in the working copy, so neither a preview link nor a
 * snapshot contains it. The ordinary write of its item publishes it and removes it, see `ItemWrite.draft`.
 */
export function createDrafts({ db, now }: Pick<Deps, 'db' | 'now'>) {
  function find(place: Place): ServerDraft | null {
    const stored = findDraft(db, place);
    const summary = selectSummaries(db).where(isAt(place)).get();
    return stored && summary ? { ...toSummary(db, summary), ...readTexts(db, stored) } : null;
  }

  return {
    /** Returns all drafts without their formatted texts, the newest first. */
    list: (): DraftSummary[] =>
      selectSummaries(db)
        .orderBy(desc(drafts.id))
        .all()
        .map((draft) => toSummary(db, draft)),

    find,

    /**
     * Stores the text of a draft, which may be incomplete.
     *
     * @throws ProblemError 404 for an item without drafts, 409 with the current draft if another editor has saved it, 422
     *   for a value that the editor could not open again
     */
    save(write: DraftWrite, by: Actor | null): ServerDraft {
      const { section, key, value, metadata = {}, baseVersion } = write;
      checkShape(requireDraftDefinition(write), value);
      db.transaction(
        (tx) => {
          const stored = findDraft(tx, write);
          if (stored?.id !== write.version) throw createConflict(find(write));
          if (!stored && (tx.select({ drafts: count() }).from(drafts).get()?.drafts ?? 0) >= maxDrafts)
            throw new ProblemError('conflict', { detail: `There can be at most ${maxDrafts} drafts. Discard some.` });
          tx.delete(drafts).where(isAt(write)).run();
          const author = { updatedAt: now().toISOString(), updatedBy: by?.name ?? null };
          tx.insert(drafts)
            .values({ section, key, value, metadata, baseVersion, ...author })
            .run();
        },
        { behavior: 'immediate' },
      );
      return find(write) as ServerDraft;
    },

    /**
     * Removes a draft. One that was never published can be restored.
     *
     * @returns the id under which it is kept, or null
     * @throws ProblemError 404 if there is no such draft, 409 if another editor has saved it
     */
    discard(place: Place & { version: number | undefined }, by: Actor): number | null {
      return db.transaction(
        (tx) => {
          const stored = findDraft(tx, place);
          if (!stored) throw new ProblemError('not-found', { detail: 'This draft no longer exists.' });
          if (place.version !== undefined && place.version !== stored.id) throw createConflict(find(place));
          tx.delete(drafts).where(isAt(place)).run();
          tx.delete(scheduledDrafts).where(isScheduledAt(place)).run();
          const at = now().toISOString();
          recordAudit(tx, { at, by, action: 'draft.discarded', subject: getQualifiedTitle(stored) });
          return stored.baseVersion === null ? keepDiscarded(tx, stored, { at, by }) : null;
        },
        { behavior: 'immediate' },
      );
    },
  };
}

/** Keeps a draft that was never published, so that it can be restored. The oldest one makes room. Returns its id. */
function keepDiscarded(
  tx: Tx,
  { section, key, value, metadata }: StoredDraft,
  { at, by }: { at: string; by: Actor },
): number {
  const { id } = tx
    .insert(discardedDrafts)
    .values({ section, key, value, metadata, at, by: by.name })
    .returning({ id: discardedDrafts.id })
    .get();
  const newest = tx
    .select({ id: discardedDrafts.id })
    .from(discardedDrafts)
    .orderBy(desc(discardedDrafts.id))
    .limit(maxDrafts);
  tx.delete(discardedDrafts).where(notInArray(discardedDrafts.id, newest)).run();
  return id;
}

export type Drafts = ReturnType<typeof createDrafts>;

/** Reads all drafts, scheduled copies and discarded drafts with their texts, and a stamp that changes with them. */
export function createDraftReader(db: Db) {
  const rows = sql<string>`count(*) || '-' || coalesce(max(id), 0)`;
  const stamp = db.select({ stamp: rows }).from(drafts).prepare();
  const discarded = db.select({ stamp: rows }).from(discardedDrafts).prepare();
  const scheduled = db
    .select({ stamp: sql<string>`coalesce(group_concat(draft_version), '')` })
    .from(scheduledDrafts)
    .prepare();
  return {
    stamp: () => [stamp, scheduled, discarded].map((query) => query.get()?.stamp).join(' '),
    listStored: (): StoredDraft[] => db.select().from(drafts).orderBy(drafts.id).all(),
    listScheduled: () => db.select().from(scheduledDrafts).all(),
    listDiscarded: () => db.select().from(discardedDrafts).all(),
    /** Returns the drafts that could not be published at their time. */
    listFailed: () =>
      db
        .select()
        .from(scheduledDrafts)
        .where(isNotNull(scheduledDrafts.problem))
        .all()
        .map((row) => ({ section: row.section, key: row.key, title: getDraftTitle(row) })),
  };
}

export type DraftReader = ReturnType<typeof createDraftReader>;

/**
 * Removes the draft that a write has published, and its schedule. A draft with a newer version contains text that was not
 * published: it stays, as a draft of the item.
 */
export function closeDraft(
  tx: Tx,
  draft: Place & { version: number },
  item: Pick<StoredItem, 'key' | 'version'>,
): void {
  const { section } = draft;
  tx.delete(scheduledDrafts).where(isScheduledAt(draft)).run();
  const stored = findDraft(tx, draft);
  if (stored?.id === draft.version) tx.delete(drafts).where(isAt(draft)).run();
  else if (stored && (draft.key === item.key || !findDraft(tx, { section, key: item.key }))) {
    tx.update(drafts).set({ key: item.key, baseVersion: item.version }).where(isAt(draft)).run();
  }
}

export function isScheduledAt({ section, key }: Place) {
  return and(eq(scheduledDrafts.section, section), eq(scheduledDrafts.key, key));
}

function isAt({ section, key }: Place) {
  return and(eq(drafts.section, section), eq(drafts.key, key));
}

export function findDraft(db: Pick<Db, 'select'>, place: Place): StoredDraft | undefined {
  return db.select().from(drafts).where(isAt(place)).get();
}

export function requireDraftDefinition({ section, key }: Place): ItemDefinition {
  const definition = findDefinition(section, key);
  if (!definition?.list?.hasDrafts) throw new ProblemError('not-found', { detail: 'This item has no drafts.' });
  return definition;
}

function createConflict(current: ServerDraft | null): ProblemError {
  if (!current) return new ProblemError('conflict', { detail: 'Another user has published or discarded this draft.' });
  const detail = `${current.updatedBy ?? 'Another user'} has saved this draft since you opened it.`;
  return new ProblemError('conflict', { detail, current });
}

/** Returns the name of a draft in the admin. */
export function getDraftTitle({
  section,
  key,
  value,
  metadata,
}: Place & Pick<StoredDraft, 'value' | 'metadata'>): string {
  const definition = findDefinition(section, key);
  return definition ? getItemTitle({ value, metadata }, definition) : key;
}

function toSummary(db: Db, row: StoredDraft): DraftSummary {
  const { section, key, baseVersion, updatedAt, updatedBy } = row;
  const { at, byName: by, draftVersion: version, problem } = scheduledDrafts;
  const schedule = db.select({ at, by, version, problem }).from(scheduledDrafts).where(isScheduledAt(row)).get();
  const shown = { section, key, ...describeDraft(row) };
  return { ...shown, baseVersion, version: row.id, updatedAt, updatedBy, schedule: schedule ?? null };
}

/** Returns the name of a draft and the fields that lists show. Its value was read without formatted texts. */
export function describeDraft(row: Parameters<typeof getDraftTitle>[0]): Pick<DraftSummary, 'title' | 'summary'> {
  return { title: getDraftTitle(row), summary: row.value as DraftSummary['summary'] };
}

/** The formatted texts of all entries with drafts, as JSON paths. */
const formattedTexts = Object.values<SectionDefinition>(contentModel)
  .flatMap(({ lists }) => Object.values(lists))
  .flatMap(({ hasDrafts, schema }) => (hasDrafts ? Object.entries(getField(schema).properties ?? {}) : []))
  .flatMap(([name, { input }]) => (input === 'rich-text' ? [sql`${`$.${name}`}`] : []));

/** Selects a value without its formatted texts, which can be long. Lists do not show them. */
export function omitFormattedTexts(value: typeof drafts.value | typeof discardedDrafts.value) {
  return sql<unknown>`json_remove(${sql.join([value, ...formattedTexts], sql`, `)})`.mapWith(value);
}

function selectSummaries(db: Db) {
  return db.select({ ...getTableColumns(drafts), value: omitFormattedTexts(drafts.value) }).from(drafts);
}

function readTexts(db: Db, { section, key, value, metadata, baseVersion }: StoredDraft) {
  const isBase = and(
    eq(contentHistory.section, section),
    eq(contentHistory.key, key),
    eq(contentHistory.version, baseVersion ?? 0),
  );
  const base = db
    .select({ value: contentHistory.value, metadata: contentHistory.metadata })
    .from(contentHistory)
    .where(isBase)
    .limit(1)
    .get();
  return { value, metadata, base: base ?? null };
}

/** Faults of an unfinished text: empty, too long, not yet an address. All others break the form. */
const allowedFaults: readonly z.core.$ZodIssue['code'][] = ['too_small', 'too_big', 'invalid_format', 'custom'];

/** @throws ProblemError 422 for a value of another shape. A template or an editor that meets it could fail. */
function checkShape({ schema }: ItemDefinition, value: unknown): void {
  const issues = schema.safeParse(value).error?.issues ?? [];
  const fault = issues.find(({ code }) => !allowedFaults.includes(code));
  if (!fault) return;
  const pointer = `/value${toPointer(fault.path)}`;
  const detail = 'This text cannot be stored as a draft.';
  throw new ProblemError('validation-failed', { detail, errors: [{ pointer, detail: fault.message }] });
}
