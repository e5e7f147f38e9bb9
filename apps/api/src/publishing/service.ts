import { EventEmitter } from 'node:events';
import type { PublishReport, PublishStatus, TargetRevision, TargetStatus } from '@threadline/schema/wire/publishing';
import { eq, lte } from 'drizzle-orm';
import { findChangedItems } from '../content/diff.ts';
import { createItemNames } from '../content/item-history.ts';
import { setPublishingDays } from '../content/publishing-day.ts';
import { type ContentQueries, createContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Db, Tx } from '../platform/db/client.ts';
import { failedPublishes, publishing as publishingTable, releases } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { createReleaseNames } from './releases/release-names.ts';
import {
  applyEvent,
  canRetry,
  getPublishedRevision,
  getVisibleState,
  isRepeated,
  keepsSavesPending,
  notifiesEndpoints,
  type PublishingRow,
} from './state.ts';
import { enqueueDeliveries, publisherEndpoint } from './webhooks/deliveries.ts';

const maxFailures = 50;

/**
 * The target of publishing, the live release and the progress in between, stored in one row. Webhooks only make the
 * publisher react sooner.
 *
 * @param endpoints webhook endpoints. The publisher is notified of each save; the others build from what is live, so they
 *   are notified once it is. Without a publisher they are notified of each save.
 * @param wake starts the pending delivery of an endpoint. In another process than the server, nothing has to be started.
 */
export function createPublishing(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  endpoints: readonly string[],
  wake: (endpoint: string) => void = () => undefined,
) {
  const events = new EventEmitter<{ status: [PublishStatus]; feedback: []; enquiries: [] }>();
  // One listener per open admin window.
  events.setMaxListeners(0);

  db.insert(publishingTable)
    .values({ id: 1, state: 'live', targetRevision: 0, faults: [] })
    .onConflictDoNothing()
    .run();
  const row = db.select().from(publishingTable).where(eq(publishingTable.id, 1)).prepare();
  const queries = createContentQueries(db);
  const nameRelease = createReleaseNames(db);

  function state(): PublishingRow {
    const found = row.get();
    if (!found) throw new Error('The publishing row is missing.');
    return found;
  }

  const atSave = endpoints.includes(publisherEndpoint) ? [publisherEndpoint] : endpoints;
  const atLive = endpoints.filter((endpoint) => !atSave.includes(endpoint));

  /** Starts a new generation, which the publisher acts on even if the target is the same as before. */
  function request(tx: Tx, at: string, values: Partial<PublishingRow>): void {
    const before = state();
    // While a release stays pinned, author and time are those of the rollback, not of later saves.
    const staysPinned = before.pinnedRelease !== null && values.pinnedRelease === undefined;
    change(tx, {
      savedAt: at,
      ...values,
      ...(staysPinned && { savedAt: before.savedAt, savedBy: before.savedBy }),
      ...applyEvent(before, { state: 'requested' }),
      generation: before.generation + 1,
    });
    enqueueDeliveries(tx, atSave, { revision: state().targetRevision, at });
  }

  /** Requests a publish on behalf of an editor, and notifies open admin windows. */
  function requestPublish(
    values: Partial<PublishingRow>,
    audit?: { by: Actor; action: string; subject: string },
  ): void {
    db.transaction((tx) => {
      const at = now().toISOString();
      request(tx, at, values);
      if (audit) recordAudit(tx, { at, ...audit });
    });
    service.notify();
  }

  // Only reports change it, and only this process receives them.
  let { liveRevision } = state();
  /** In memory only: the publisher reports them again after a restart. */
  let targets: TargetStatus[] = [];

  const service = {
    events,
    state,
    change,

    /** Returns the revision that visitors see, without a query; null before the first release. */
    liveRevision: () => liveRevision,

    targetRevision(): TargetRevision {
      const { generation, targetRevision, pinnedRelease } = state();
      return { generation, revision: targetRevision, pinnedRelease };
    },

    status(): PublishStatus {
      const row = state();
      return toStatus(row, {
        workingRevision: queries.latestRevision(),
        ...findPending(db, queries, row),
        targets,
        ...getReleaseNumbers(row, nameRelease),
      });
    },

    keepsPending: () => keepsSavesPending(state()),

    /** Runs in the transaction that created the revision. */
    recordSaved(tx: Tx, { revision, at, by }: { revision: number; at: string; by: Actor | null }): void {
      const { review, targetRevision } = state();
      if (review) return;
      setPublishingDays(tx, { after: targetRevision, until: revision, at });
      service.setTarget(tx, { revision, at, savedBy: by?.name ?? null });
    },

    /** Makes a revision the target from the commit on. A pinned release stays pinned. */
    setTarget(tx: Tx, { revision, at, ...values }: { revision: number; at: string } & Partial<PublishingRow>): void {
      request(tx, at, { ...values, targetRevision: revision });
    },

    /** Runs after the commit: notifies open admin windows and starts the deliveries. */
    notify(): void {
      events.emit('status', service.status());
      for (const endpoint of endpoints) wake(endpoint);
    },

    /** Handles a report of the publisher, see `publishReportSchema`. */
    report(report: PublishReport): void {
      const at = now().toISOString();
      db.transaction((tx) => applyReport(tx, { report: addItemNames(db, report), row: state(), at }), {
        behavior: 'immediate',
      });
      liveRevision = state().liveRevision;
      service.notify();
    },

    /** Handles the publisher's report about the publish targets. */
    reportTargets(reported: TargetStatus[]): void {
      targets = reported;
      events.emit('status', service.status());
    },

    /**
     * Requests the current target once more; the publisher then also retries what it had given up.
     *
     * @param by the editor who asks for it
     * @throws ProblemError 409 when an editor asks and nothing has failed
     */
    retry(by?: Actor): void {
      const row = state();
      const hasFailedTarget = targets.some(({ phase }) => phase === 'failed' || phase === 'superseded');
      if (by && !canRetry(row) && !hasFailedTarget)
        throw new ProblemError('conflict', { detail: 'Nothing has to be published again: publishing has not failed.' });
      requestPublish({}, by && { by, action: 'changes.retried', subject: String(row.targetRevision) });
    },

    retryIfFailed: (): void => (state().state === 'failed' ? service.retry() : undefined),

    /** Publishes an older release, which must exist, and pauses automatic publishing until `resume`. */
    rollback(releaseId: string, by: Actor): void {
      const values = { pinnedRelease: releaseId, savedBy: by.name };
      requestPublish(values, { by, action: 'release.rolled-back', subject: releaseId });
    },

    /** Resumes automatic publishing after a rollback: the target revision is published. */
    resume(by: Actor): void {
      const { pinnedRelease } = state();
      if (!pinnedRelease) throw new ProblemError('conflict', { detail: 'Publishing is not paused.' });
      const values = { pinnedRelease: null, savedBy: by.name };
      requestPublish(values, { by, action: 'release.resumed', subject: pinnedRelease });
    },
  };

  function applyReport(tx: Tx, { report, row, at }: { report: PublishReport; row: PublishingRow; at: string }): void {
    if (report.state === 'activated' && !isRepeated(row, report)) {
      const { releaseId: id, revision, files, bytes, steps } = report;
      tx.insert(releases).values({ id, revision, createdAt: at, files, bytes, steps }).onConflictDoNothing().run();
      // Visitors see it, also when a newer target exists already.
      change(tx, { liveRelease: id, liveRevision: revision });
    }
    const next = applyEvent(row, report);
    if (!next) return;
    change(tx, { ...next, ...(report.state === 'live' && measureLive(row, report.verifiedAt)) });
    if (report.state === 'failed' && row.state !== 'failed')
      storeFailure(tx, { revision: report.revision, at, faults: report.faults });
    // Once for each release: one that is seen late was reported as unverified before.
    if (notifiesEndpoints(next.state) && !notifiesEndpoints(row.state))
      enqueueDeliveries(tx, atLive, { revision: report.revision, at });
  }

  return service;
}

export type Publishing = ReturnType<typeof createPublishing>;

function change(tx: Tx, values: Partial<PublishingRow>): void {
  if (Object.keys(values).length === 0) return;
  tx.update(publishingTable).set(values).where(eq(publishingTable.id, 1)).run();
}

/** Returns how the working copy differs from the published site, where saves stay pending. */
function findPending(
  db: Db,
  queries: ContentQueries,
  row: PublishingRow,
): Pick<PublishStatus, 'pendingChanges' | 'hasPendingImages'> {
  if (!keepsSavesPending(row)) return { pendingChanges: 0, hasPendingImages: false };
  const published = getPublishedRevision(row);
  return {
    pendingChanges: findChangedItems(db, queries, published).length,
    hasPendingImages: queries.hasChangedImages(published),
  };
}

type ReleaseNumbers = Pick<PublishStatus, 'liveReleaseNumber' | 'pinnedReleaseNumber'>;

function getReleaseNumbers(
  { liveRelease, pinnedRelease }: PublishingRow,
  nameRelease: ReturnType<typeof createReleaseNames>,
): ReleaseNumbers {
  return {
    liveReleaseNumber: nameRelease(liveRelease)?.number ?? null,
    pinnedReleaseNumber: nameRelease(pinnedRelease)?.number ?? null,
  };
}

function toStatus(
  row: PublishingRow,
  computed: Pick<PublishStatus, 'workingRevision' | 'pendingChanges' | 'hasPendingImages' | 'targets'> & ReleaseNumbers,
): PublishStatus {
  const { targetRevision: revision, liveRevision, liveRelease, pinnedRelease, savedAt, savedBy } = row;
  const { liveAt, liveMs, faults, review, scheduledAt, scheduledRevision, scheduledBy } = row;
  const schedule = scheduledAt ? { at: scheduledAt, revision: scheduledRevision ?? 0, by: scheduledBy } : null;
  const stored = {
    revision,
    liveRevision,
    liveRelease,
    pinnedRelease,
    savedAt,
    savedBy,
    liveAt,
    liveMs,
    faults,
    review,
  };
  return { state: getVisibleState(row), ...stored, ...computed, schedule };
}

/** Adds the names of items to faults: by the time that an editor reads the report, an item may be gone. */
function addItemNames(db: Db, report: PublishReport): PublishReport {
  if (report.state !== 'failed') return report;
  const names = createItemNames(db);
  const faults = report.faults.map((fault) => {
    const { section, key } = fault;
    return section && key ? { ...fault, name: names.atRevision({ section, key }, report.revision) } : fault;
  });
  return { ...report, faults };
}

function measureLive({ savedAt }: PublishingRow, verifiedAt: string): Partial<PublishingRow> {
  const liveMs = savedAt ? Math.max(0, Date.parse(verifiedAt) - Date.parse(savedAt)) : null;
  return { liveAt: verifiedAt, liveMs };
}

function storeFailure(tx: Tx, failure: typeof failedPublishes.$inferInsert): void {
  const { id } = tx.insert(failedPublishes).values(failure).returning().get();
  tx.delete(failedPublishes)
    .where(lte(failedPublishes.id, id - maxFailures))
    .run();
}
