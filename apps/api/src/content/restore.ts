import { keepFormerIds } from '@threadline/schema/content/article-address';
import type { ContentItem } from '@threadline/schema/content/content-item';
import { findDefinition } from '@threadline/schema/content/content-model';
import { getQualifiedTitle } from '@threadline/schema/content/item-name';
import { createLinkCheck, listShownLinks } from '@threadline/schema/content/link-targets';
import type { RestoreChange, RestorePlan, RestoreRequest } from '@threadline/schema/wire/restore';
import { and, desc, eq, lt } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Db } from '../platform/db/client.ts';
import { contentItems, type LeftOut, revisions } from '../platform/db/schema/core.ts';
import { drafts, scheduledDrafts } from '../platform/db/schema/drafts.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { checkAddresses } from './checks.ts';
import { diffItem, findChangedItems } from './diff.ts';
import { getItemId, type ItemId, listHistory, summarizeHistory } from './item-history.ts';
import { listNamedMoves } from './named-moves.ts';
import {
  findLastVersion,
  listEntries,
  recordHistory,
  recordOrigin,
  storeItem,
  type WriteContext,
} from './repository.ts';
import { createSelection, type Difference, listDifferences, toDifference } from './restore-differences.ts';
import type { ContentService } from './service.ts';

const limits = { fields: 12, characters: 300 };
/** They decide who receives messages and what people have agreed to, so an old text must not return unnoticed. */
const settings = ['site.contact', 'site.weekdays', 'site.page-privacy'];

/** An item that a restore has written, with its versions; null where it does not exist. */
interface RestoredItem extends ItemId {
  version: number | null;
  versionBefore: number | null;
}

interface Restored {
  revision: number;
  /** The items that were written, also those that have only made room for others. */
  restored: RestoredItem[];
}

/** Makes the content of an earlier revision the current content again. */
export function createRestore({ db }: Pick<Deps, 'db'>, content: ContentService) {
  const { queries } = content;
  const listSelected = createSelection(db, queries);

  function requireRevision(revision: number) {
    const found = db.select().from(revisions).where(eq(revisions.revision, revision)).get();
    if (!found) throw new ProblemError('not-found', { detail: 'This version no longer exists.' });
    return found;
  }

  return {
    /**
     * Returns how the content differs from that of a revision.
     *
     * @throws ProblemError 404 for an unknown revision
     */
    plan(revision: number): Omit<RestorePlan, 'release'> {
      const { at, byName } = requireRevision(revision);
      const changes = listDifferences(db, findChangedItems(db, queries, revision)).map((difference): RestoreChange => {
        const { section, key, name, current, earlier, problem } = difference;
        const { fields } = diffItem(db, { section, key, before: current, after: earlier }, limits);
        return {
          section,
          key,
          name,
          problem,
          fields: current && earlier ? fields : [],
          operation: getOperation(difference, fields.length),
          isSetting: section === 'mail' || settings.includes(getItemId(difference)),
        };
      });
      return { revision, at, by: byName, workingRevision: queries.latestRevision(), changes };
    },

    /**
     * Restores the selected items in one new revision, which a restore of the revision before undoes.
     *
     * @throws ProblemError 404 for an unknown revision, 409 if the content has changed since the selection, or if the
     *   page would lose something that it needs, 422 for an item that cannot be restored
     */
    apply(request: RestoreRequest, by: Actor): Restored {
      const { revision } = requireRevision(request.revision);
      const { origin = 'restore' } = request;
      const saved: RestoredItem[] = [];
      const newest = content.withRevision(by, (context) => {
        requireNewest(request.workingRevision, context);
        const differences = listDifferences(db, listSelected(request));
        if (differences.length === 0) return false;
        const withOrigin = recordOrigin(context, origin);
        const before = context.tx.select().from(contentItems).all();
        differences.forEach(requireRestorable);
        for (const difference of differences) {
          const { section, key, current, earlier } = difference;
          const [item] = restoreItem(difference, withOrigin);
          const version = earlier && item ? item.version : null;
          saved.push({ section, key, version, versionBefore: current?.version ?? null });
        }
        requireListSizes(differences, context);
        checkAddresses(
          context.tx,
          differences.map((difference) => ({ ...difference, path: [] })),
        );
        requireLinks(before, differences, context);
        const action = 'content.version-restored';
        // The log names Undo and Redo at each item.
        if (origin === 'restore') recordAudit(context.tx, { at: context.at, by, action, subject: String(revision) });
        return true;
      });
      return { revision: newest, restored: saved };
    },

    /**
     * Creates a revision without the changes of some items since an earlier one, and after it one with them again. Changes
     * keep their authors, and drafts of the items stay publishable. The caller has a transaction, and notifies publishing
     * after it.
     *
     * @returns the revision without the changes
     * @throws ProblemError 409 if the content has changed since the selection, if the page would lose something that it
     *   needs, or for a change that cannot be left out
     */
    leaveOut({ revision, workingRevision, items }: RestoreRequest, by: Actor): number {
      const itemsBefore = db.select().from(contentItems).all();
      const ids = new Set(items.map(getItemId));
      const history = listHistory(db, { after: revision, until: workingRevision });
      const named = listNamedMoves(db, history);
      // With the entries that had made room for them.
      const written = listSelected({ revision, items }, named);
      const versions = written.map((item) => ({ item, version: item.after?.version }));
      const changes = new Map(
        summarizeHistory(history).map((each) => [
          getItemId(each),
          { at: each.at, by: each.by, operation: each.operation },
        ]),
      );
      const rewrite = (
        to: number,
        getLeftOut: WriteContext['getLeftOut'],
        check: (differences: Difference[], context: WriteContext) => void,
      ) =>
        content.withRevision(
          by,
          (context) => {
            const differences = listSelected({ revision: to, items }, named).flatMap(toDifference);
            for (const difference of differences) restoreItem(difference, { ...context, getLeftOut });
            check(differences, context);
            return differences.length > 0;
          },
          () => undefined,
        );
      const without = rewrite(
        revision,
        () => ({ kind: 'without' }),
        (differences, context) => {
          requireNewest(workingRevision, context);
          if (differences.filter((each) => ids.has(getItemId(each))).length < ids.size)
            throw new ProblemError('conflict', { detail: 'A text that is new on this site cannot be left out.' });
          requireListSizes(differences, context);
          requireLinks(itemsBefore, differences, context);
        },
      );
      // The content as it was stored before, so nothing has to be checked.
      const getAgain = (item: ItemId): LeftOut => {
        const change = changes.get(getItemId(item));
        if (!change) throw new Error(`No change of ${getItemId(item)} is pending.`);
        return { kind: 'again', ...change };
      };
      rewrite(workingRevision, getAgain, () => undefined);
      for (const { item, version } of versions) keepDrafts(db, item, version);
      return without;
    },
  };
}

/** Lets drafts of an item start from its newest version, whose text is that of the version before. */
function keepDrafts(db: Db, { section, key }: ItemId, version: number | undefined): void {
  const item = and(eq(contentItems.section, section), eq(contentItems.key, key));
  const newest = db.select({ version: contentItems.version }).from(contentItems).where(item).get()?.version;
  if (version === undefined || newest === undefined) return;
  for (const table of [drafts, scheduledDrafts])
    db.update(table)
      .set({ baseVersion: newest })
      .where(and(eq(table.section, section), eq(table.key, key), eq(table.baseVersion, version)))
      .run();
}

/** @throws ProblemError 409 if another revision is the newest one */
function requireNewest(revision: number, context: WriteContext): void {
  if (findRevisionBefore(context) === revision) return;
  throw new ProblemError('conflict', { detail: 'The content has changed meanwhile. Compare the versions again.' });
}

function findRevisionBefore({ tx, revision }: WriteContext): number | undefined {
  const before = tx.select().from(revisions).where(lt(revisions.revision, revision));
  return before.orderBy(desc(revisions.revision)).limit(1).get()?.revision;
}

function getOperation({ current, earlier }: Difference, changedFields: number): RestoreChange['operation'] {
  if (!earlier) return 'removed';
  if (!current) return 'restored';
  return changedFields > 0 ? 'changed' : 'moved';
}

/** @throws ProblemError 422 with the reason why an item cannot be restored */
function requireRestorable({ name, problem }: Difference): void {
  if (problem) throw new ProblemError('validation-failed', { detail: `${name} cannot be restored. ${problem}` });
}

function restoreItem(difference: Difference, context: WriteContext): ContentItem[] {
  const { section, key, current, earlier } = difference;
  const { tx, at, by, getLeftOut } = context;
  const version = (findLastVersion(tx, difference)?.version ?? 0) + 1;
  if (!earlier) {
    if (!current) return [];
    tx.delete(contentItems)
      .where(and(eq(contentItems.section, section), eq(contentItems.key, key)))
      .run();
    recordHistory({ ...current, version }, 'delete', context);
    return [current];
  }
  const { value, position } = earlier;
  // Without the changes that a publish leaves out, the item is exactly what it was.
  const metadata = current && !getLeftOut ? keepFormerIds(earlier, current) : earlier.metadata;
  const { updatedAt, updatedBy } = getLeftOut ? earlier : { updatedAt: at, updatedBy: by?.name ?? null };
  const stored = { section, key, value, metadata, position, version, updatedAt, updatedBy };
  return [storeItem(stored, current ? 'update' : 'restore', context)];
}

/** @throws ProblemError 409 if a list has too few or too many entries now */
function requireListSizes(differences: readonly Difference[], { tx }: WriteContext): void {
  for (const { section, key } of differences) {
    const list = findDefinition(section, key)?.list;
    if (!list) continue;
    const count = listEntries(tx, section, list.prefix).length;
    if (count >= list.min && count <= list.max) continue;
    const detail = `${list.title} would have ${count} entries, and can have ${list.min} to ${list.max}. Change the selection.`;
    throw new ProblemError('conflict', { detail });
  }
}

/** @throws ProblemError 409 if a restored link has no target, or another link has lost it */
function requireLinks(
  before: readonly (typeof contentItems.$inferSelect)[],
  differences: readonly Difference[],
  { tx }: WriteContext,
): void {
  const restored = new Set(differences.map(getItemId));
  const hadTarget = createLinkCheck(before);
  const items = tx.select().from(contentItems).all();
  const hasTarget = createLinkCheck(items);
  for (const item of items) {
    const isRestored = restored.has(getItemId(item));
    const dead = listShownLinks(item).find(({ href }) => !hasTarget(href) && (isRestored || hadTarget(href)));
    if (!dead) continue;
    const detail = `${getQualifiedTitle(item)} links to ${dead.href}, which would not exist. Change the selection.`;
    throw new ProblemError('conflict', { detail });
  }
}
