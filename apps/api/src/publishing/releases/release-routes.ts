import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupRestore, FailedPublish, Release } from '@threadline/schema/wire/publishing';
import { restoreRequestSchema } from '@threadline/schema/wire/restore';
import { and, desc, eq, gte, inArray } from 'drizzle-orm';
import { Hono } from 'hono';
import { requireSession, type SignedIn } from '../../auth/policy.ts';
import type { Sessions } from '../../auth/sessions.ts';
import { diffItem, findMovedEntries } from '../../content/diff.ts';
import {
  createItemNames,
  getItemAt,
  getItemId,
  type ItemChange,
  type ItemId,
  listHistory,
  type RevisionSpan,
  summarizeHistory,
} from '../../content/item-history.ts';
import { listNamedMoves } from '../../content/named-moves.ts';
import type { ContentQueries } from '../../content/queries.ts';
import { createRestore } from '../../content/restore.ts';
import type { ContentService } from '../../content/service.ts';
import type { Deps } from '../../context.ts';
import type { Db } from '../../platform/db/client.ts';
import { auditLog, failedPublishes, releases, revisions } from '../../platform/db/schema/core.ts';
import { jsonBody, limitBody } from '../../platform/http/json-body.ts';
import { ProblemError } from '../../platform/http/problem-error.ts';
import type { Publishing } from '../service.ts';
import { createReleaseNames } from './release-names.ts';

/** The newest releases are listed even if their files were removed. */
const maxReleases = 50;
const maxListed = 1000;
/** These calls need no body. A larger one is not read into memory. */
const maxBodyBytes = 1024;
const maxRestoreBytes = 512 * 1024;

interface ReleaseParts {
  publishing: Publishing;
  content: ContentService;
  sessions: Sessions;
}

/** Creates `/releases`: the releases, rollback, and the restore of earlier content. */
export function releaseRoutes(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  { publishing, content, sessions }: ReleaseParts,
) {
  const restore = createRestore({ db }, content);
  const nameRelease = createReleaseNames(db);
  const isAvailable = (id: string) => existsSync(join(config.dataDir, 'releases', id, 'manifest.json'));

  return new Hono<SignedIn>()
    .use(requireSession(sessions))
    .get('/', (context) => {
      const releases = listReleases(db, { publishing, content, nameRelease }, isAvailable);
      const restores = listBackupRestores(db, releases.at(-1)?.createdAt ?? '');
      return context.json({ success: true as const, releases, failures: listFailures(db), restores });
    })
    .post('/resume', limitBody(maxBodyBytes), (context) => {
      publishing.resume(context.var.actor);
      return context.json({ success: true as const, status: publishing.status() });
    })
    .get('/restore/:revision', (context) => {
      const revision = Number(context.req.param('revision'));
      const plan = restore.plan(revision);
      const { number: release = null, at = plan.at } = nameRelease(revision) ?? {};
      return context.json({ success: true as const, ...plan, release, at });
    })
    .post('/restore', limitBody(maxRestoreBytes), jsonBody(restoreRequestSchema), (context) => {
      const { revision, restored } = restore.apply(context.req.valid('json'), context.var.actor);
      // The content is what the editor wants to be live, so nothing has to stay paused.
      if (publishing.state().pinnedRelease) publishing.resume(context.var.actor);
      return context.json({ success: true as const, revision, restored, status: publishing.status() });
    })
    .post('/:id/rollback', limitBody(maxBodyBytes), (context) => {
      const id = context.req.param('id');
      const exists = db.select({ id: releases.id }).from(releases).where(eq(releases.id, id)).get();
      if (!exists) throw new ProblemError('not-found', { detail: 'This release no longer exists.' });
      if (!isAvailable(id)) {
        throw new ProblemError('conflict', { detail: 'The files of this release were removed. Choose a newer one.' });
      }
      publishing.rollback(id, context.var.actor);
      return context.json({ success: true as const, status: publishing.status() });
    });
}

/** Newest first, each with its changes since the release before it. */
function listReleases(
  db: Db,
  {
    publishing,
    content: { queries },
    nameRelease,
  }: Pick<ReleaseParts, 'publishing' | 'content'> & { nameRelease: ReturnType<typeof createReleaseNames> },
  isAvailable: (id: string) => boolean,
): Release[] {
  const rows = db
    .select()
    .from(releases)
    .orderBy(desc(releases.revision), desc(releases.createdAt))
    .limit(maxListed)
    .all();
  const { liveRelease } = publishing.state();
  const listed = mergeRenderedAgain(rows, liveRelease).filter(
    ({ id }, index) => index < maxReleases || isAvailable(id),
  );
  const shown = listed.map((release, index) => ({
    release,
    span: { after: listed[index + 1]?.revision ?? 0, until: release.revision },
  }));
  const history = listHistory(db, { after: shown.at(-1)?.span.after ?? 0, until: shown[0]?.span.until ?? 0 });
  const names = createItemNames(db);
  const since = shown.at(-1)?.release.createdAt ?? '';
  const restores = listAuditEntries(db, since, Object.values(restoreActions));
  const imageEdits = withoutUndone(listAuditEntries(db, since, imageActions), restores);
  const listOwn = (span: RevisionSpan) =>
    history.filter(({ revision }) => revision > span.after && revision <= span.until);
  return shown.map(({ release, span }, index) => {
    const own = listOwn(span);
    const changes = listChanges(db, queries, { own, span });
    const changedIds = new Set(changes.map(getItemId));
    const allEdits = listEdits(imageEdits, shown[index + 1]?.release.createdAt ?? '', release);
    // A save of content stores its alt texts in the library, too.
    const edits = changes.length > 0 ? allEdits.filter(({ action }) => action !== describeAction) : allEdits;
    return {
      ...release,
      number: nameRelease(release.revision)?.number ?? 0,
      live: release.id === liveRelease,
      available: isAvailable(release.id),
      // All authors, not only the last one of each item. Newest first.
      changedBy: [
        ...new Set([
          ...own.toReversed().flatMap((row) => (changedIds.has(getItemId(row)) ? [row.by] : [])),
          ...edits.map(({ by }) => by),
        ]),
      ],
      changeCount: changes.length,
      changes: changes.slice(0, maxChanges).map(({ section, key, operation }, place) => {
        const item = { section, key };
        const fields = diffChange(db, place < maxCompared ? item : undefined, span);
        return { ...item, name: names.atRevision(item, release.revision), operation, ...fields };
      }),
      restoredFrom: nameRelease(findRestoredRevision(own, restores))?.number ?? null,
      origin: findOrigin(own.filter((row) => changedIds.has(getItemId(row)))),
      images: listFileNames(edits),
    };
  });
}

type ReleaseRow = typeof releases.$inferSelect;

/**
 * Returns one release for each revision: the live one, or the newest. The others show the same content, rendered by
 * another version of the site's code. The time is that of the first one.
 *
 * @param rows newest first
 */
function mergeRenderedAgain(rows: readonly ReleaseRow[], liveRelease: string | null): ReleaseRow[] {
  return [...Map.groupBy(rows, ({ revision }) => revision).values()].flatMap((same) => {
    const release = same.find(({ id }) => id === liveRelease) ?? same[0];
    return release ? [{ ...release, createdAt: same.at(-1)?.createdAt ?? release.createdAt }] : [];
  });
}

interface ReleaseHistory {
  own: ReturnType<typeof listHistory>;
  span: RevisionSpan;
}

/** Leaves out items that were changed back, changes that were left out of the release, and entries that only made room. */
function listChanges(db: Db, queries: ContentQueries, { own, span: { after, until } }: ReleaseHistory): ItemChange[] {
  let moved: Set<string> | undefined;
  const isMoved = (item: ItemId) => {
    moved ??= findMovedEntries(queries.itemsAt(after), queries.itemsAt(until), () => listNamedMoves(db, own));
    return moved.has(getItemId(item));
  };
  const rows = Map.groupBy(own, getItemId);
  return summarizeHistory(own).flatMap((change): ItemChange[] => {
    const isNewOrGone = change.operation !== 'changed' && change.operation !== 'moved';
    if (isNewOrGone && rows.get(getItemId(change))?.length === 1) return [change];
    const [from, to] = [getItemAt(db, change, after), getItemAt(db, change, until)];
    if (serialize(from) !== serialize(to)) return [change];
    return from?.position !== to?.position && isMoved(change) ? [{ ...change, operation: 'moved' }] : [];
  });
}

const serialize = (state: ReturnType<typeof getItemAt>) => JSON.stringify([state?.value, state?.metadata]);

const describeAction = 'image.updated';
const imageActions = ['image.edited', 'image.replaced', describeAction];
const restoreActions = { content: 'content.version-restored', backup: 'backup.restored' };

/** Returns audit entries that say more about releases than the history of the content, newest first. */
function listAuditEntries(db: Db, since: string, actions: string[]) {
  const { at, byName, action, subject, id } = auditLog;
  return db
    .select({ at, by: byName, action, subject })
    .from(auditLog)
    .where(and(gte(at, since), inArray(action, actions)))
    .orderBy(desc(id))
    .limit(maxListed)
    .all();
}

type AuditEntries = ReturnType<typeof listAuditEntries>;

/** Returns the revision from which all changes of a release were restored; null if it has others. */
function findRestoredRevision(own: ReturnType<typeof listHistory>, entries: AuditEntries): number | null {
  const [first] = own;
  const entry = entries.find(({ at, action }) => at === first?.at && action === restoreActions.content);
  return entry && own.every(({ at }) => at === first?.at) ? Number(entry.subject) : null;
}

/** Returns how editors have brought earlier content back, if all changes of a release do that in one way; null otherwise. */
function findOrigin(changed: ReturnType<typeof listHistory>): Release['origin'] {
  const [first] = changed;
  return first && changed.every(({ origin }) => origin === first.origin) ? first.origin : null;
}

/** Leaves out the entries that a restored backup has undone: those since the backup was made, its subject. */
function withoutUndone(entries: AuditEntries, restores: AuditEntries): AuditEntries {
  const backups = restores.filter(({ action }) => action === restoreActions.backup);
  return entries.filter(({ at }) => !backups.some((restored) => at > restored.subject && at <= restored.at));
}

/** Returns the entries of images that were changed between the release before and this one. */
function listEdits(entries: AuditEntries, after: string, { createdAt }: { createdAt: string }): AuditEntries {
  return entries.filter(({ at }) => at > after && at <= createdAt);
}

/** Returns the file names of changed images. The subject ends with the image's id. */
function listFileNames(edits: AuditEntries): string[] {
  return [...new Set(edits.map(({ subject }) => subject.replace(/ \([0-9a-f]+\)$/, '')))].slice(0, maxChanges);
}

/**
 * Returns the file names of the images that were changed since a revision was published.
 *
 * @param publicIds the images that the site shows
 */
export function listChangedImages(db: Db, revision: number, publicIds: ReadonlySet<string>): string[] {
  const published = db.select().from(releases).where(eq(releases.revision, revision)).orderBy(desc(releases.createdAt));
  const since = published.get()?.createdAt ?? '';
  const edits = listAuditEntries(db, since, imageActions).filter(({ subject }) =>
    publicIds.has(/ \(([0-9a-f]+)\)$/.exec(subject)?.[1] ?? ''),
  );
  return listFileNames(edits);
}

/** Returns the restores of backups, newest first. */
function listBackupRestores(db: Db, since: string): BackupRestore[] {
  return listAuditEntries(db, since, [restoreActions.backup]).map(({ at, by, subject }) => ({
    at,
    by,
    backupAt: subject,
  }));
}

/** The first release contains the whole seed. */
const maxChanges = 20;
/** The admin lists the fields of as many. */
const maxCompared = 5;
const limits = { fields: 3, characters: 120 };

/** Returns the changed fields of an item; none if it was added or removed. */
function diffChange(
  db: Db,
  item: ItemId | undefined,
  { after, until }: RevisionSpan,
): Pick<Release['changes'][number], 'fields' | 'fieldCount'> {
  const [from, to] = item ? [getItemAt(db, item, after), getItemAt(db, item, until)] : [];
  if (!item || !from || !to) return { fields: [], fieldCount: 0 };
  return diffItem(db, { section: item.section, key: item.key, before: from, after: to }, limits);
}

/** Newest first, each with the author of the revision. */
function listFailures(db: Db): FailedPublish[] {
  const { revision, at, faults } = failedPublishes;
  return db
    .select({ revision, at, faults, by: revisions.byName })
    .from(failedPublishes)
    .leftJoin(revisions, eq(revisions.revision, failedPublishes.revision))
    .orderBy(desc(failedPublishes.id))
    .limit(maxReleases)
    .all();
}
