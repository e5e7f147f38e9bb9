import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FailedPublish, Release } from '@threadline/schema/publishing';
import { and, desc, eq, gt, lte, max } from 'drizzle-orm';
import { Hono } from 'hono';
import { requireSession, type SignedIn } from '../../auth/require-session.ts';
import type { Sessions } from '../../auth/sessions.ts';
import { diffItem, getOperation } from '../../content/diff.ts';
import { createItemNames, getItemAt, type ItemId } from '../../content/item-history.ts';
import type { Deps } from '../../context.ts';
import type { Db } from '../../platform/db/client.ts';
import { contentHistory, failedPublishes, releases, revisions } from '../../platform/db/schema/core.ts';
import { limitBody } from '../../platform/http/json-body.ts';
import { ProblemError } from '../../platform/http/problem-error.ts';
import type { Publishing } from '../service.ts';

const maxReleases = 50;
/** These calls need no body. A larger one is not read into memory. */
const maxBodyBytes = 1024;

export function releaseRoutes({ config, db }: Pick<Deps, 'config' | 'db'>, publishing: Publishing, sessions: Sessions) {
  const isAvailable = (id: string) => existsSync(join(config.dataDir, 'releases', id, 'manifest.json'));

  return new Hono<SignedIn>()
    .use(requireSession(sessions))
    .get('/', (context) =>
      context.json({
        success: true as const,
        releases: listReleases(db, publishing, isAvailable),
        failures: listFailures(db),
      }),
    )
    .post('/resume', limitBody(maxBodyBytes), (context) => {
      publishing.resume(context.var.actor);
      return context.json({ success: true as const, status: publishing.status() });
    })
    .post('/:id/rollback', limitBody(maxBodyBytes), (context) => {
      const id = context.req.param('id');
      const exists = db.select({ id: releases.id }).from(releases).where(eq(releases.id, id)).get();
      if (!exists) throw new ProblemError('not-found', { detail: 'There is no such release.' });
      if (!isAvailable(id)) {
        throw new ProblemError('conflict', { detail: 'The files of this release were removed. Choose a newer one.' });
      }
      publishing.rollback(id, context.var.actor);
      return context.json({ success: true as const, status: publishing.status() });
    });
}

/** From the revision of one release, exclusive, to that of the next, inclusive. */
interface RevisionSpan {
  after: number;
  until: number;
}

function getChange(db: Db, item: ItemId, { after, until }: RevisionSpan) {
  return { ...item, before: getItemAt(db, item, after), after: getItemAt(db, item, until) };
}

const limits = { fields: 3, characters: 60 };

/** Returns the changed fields of the item that was changed last; none if it was added or removed. */
function diffNewest(db: Db, item: ItemId | undefined, span: RevisionSpan): Pick<Release, 'fields' | 'fieldCount'> {
  const change = item && getChange(db, item, span);
  return change?.before && change.after ? diffItem(db, change, limits) : { fields: [], fieldCount: 0 };
}

/** Newest first, each with its changes since the release before it. */
function listReleases(db: Db, publishing: Publishing, isAvailable: (id: string) => boolean): Release[] {
  const rows = db
    .select()
    .from(releases)
    .orderBy(desc(releases.revision), desc(releases.createdAt))
    .limit(maxReleases + 1)
    .all();
  const { liveRelease } = publishing.state();
  const names = createItemNames(db);
  return rows.slice(0, maxReleases).map((row, index) => {
    const span = { after: rows[index + 1]?.revision ?? 0, until: row.revision };
    const changes = changesBetween(db, span);
    return {
      ...row,
      live: row.id === liveRelease,
      available: isAvailable(row.id),
      changedBy: authorsBetween(db, span),
      changeCount: changes.length,
      changes: changes.slice(0, maxChanges).map(({ section, key }) => {
        const item = { section, key };
        const operation = getOperation(db, getChange(db, item, span), span.after);
        return { ...item, name: names.atRevision(item, row.revision), operation };
      }),
      ...diffNewest(db, changes[0], span),
    };
  });
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

/** The first release contains the whole seed. */
const maxChanges = 20;

/** Newest first. */
function changesBetween(db: Db, { after, until }: RevisionSpan) {
  const newest = max(contentHistory.id);
  return db
    .select({ section: contentHistory.section, key: contentHistory.key, newest })
    .from(contentHistory)
    .where(and(gt(contentHistory.revision, after), lte(contentHistory.revision, until)))
    .groupBy(contentHistory.section, contentHistory.key)
    .orderBy(desc(newest))
    .all();
}

/** All authors, not only the last one of each item. Newest first. */
function authorsBetween(db: Db, { after, until }: RevisionSpan): Release['changedBy'] {
  return db
    .select({ by: revisions.byName })
    .from(contentHistory)
    .innerJoin(revisions, eq(revisions.revision, contentHistory.revision))
    .where(and(gt(contentHistory.revision, after), lte(contentHistory.revision, until)))
    .groupBy(revisions.byName)
    .orderBy(desc(max(contentHistory.id)))
    .all()
    .map(({ by }) => by);
}
