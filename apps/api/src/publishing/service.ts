import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { PublishReport, PublishStatus, PublishTarget } from '@threadline/schema/publishing';
import { and, eq, lte, sql } from 'drizzle-orm';
import { createItemNames } from '../content/item-names.ts';
import { type ContentQueries, createContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Db } from '../platform/db/client.ts';
import { deliveries, failedPublishes, publishing as publishingTable, releases } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { pendingItems, shownRevision } from './pending-changes.ts';

export type PublishingTx = Pick<Db, 'select' | 'insert' | 'update' | 'delete'>;
type Tx = PublishingTx;
type State = typeof publishingTable.$inferSelect;

/** Name of the publisher among the webhook endpoints. */
export const publisherEndpoint = 'publisher';

/**
 * What should be live, what is, and the way between. The state is one row; webhooks only make others look at it sooner.
 *
 * @param endpoints who is told about a new revision. The publisher is told at the save; the others, who read what is live,
 *   when it is live. Without a publisher they are told at the save.
 */
export function createPublishing({ db, now }: Pick<Deps, 'db' | 'now'>, endpoints: readonly string[]) {
  const events = new EventEmitter<{ status: [PublishStatus]; due: [] }>();
  // One listener per open admin window.
  events.setMaxListeners(0);

  db.insert(publishingTable)
    .values({ id: 1, state: 'live', targetRevision: 0, faults: [] })
    .onConflictDoNothing()
    .run();
  const row = db.select().from(publishingTable).where(eq(publishingTable.id, 1)).prepare();
  const queries = createContentQueries(db);

  function state(): State {
    const found = row.get();
    if (!found) throw new Error('The publishing row is missing.');
    return found;
  }

  function change(tx: Tx, values: Partial<State>): void {
    if (Object.keys(values).length === 0) return;
    tx.update(publishingTable).set(values).where(eq(publishingTable.id, 1)).run();
  }

  const atSave = endpoints.includes(publisherEndpoint) ? [publisherEndpoint] : endpoints;
  const atLive = endpoints.filter((endpoint) => !atSave.includes(endpoint));

  /** An undelivered older notice is worth nothing any more. */
  function enqueue(tx: Tx, to: readonly string[], { revision, at }: { revision: number; at: string }): void {
    for (const endpoint of to) {
      tx.update(deliveries)
        .set({ state: 'superseded' })
        .where(and(eq(deliveries.endpoint, endpoint), eq(deliveries.state, 'pending')))
        .run();
      tx.insert(deliveries)
        .values({
          id: `msg_${randomUUID()}`,
          endpoint,
          revision,
          state: 'pending',
          attempts: 0,
          nextAttemptAt: at,
          createdAt: at,
        })
        .run();
    }
  }

  /** A new wish, whatever it is: the publisher answers each. */
  function order(tx: Tx, at: string, values: Partial<State>): void {
    tx.update(publishingTable)
      .set({
        ...underHold(state(), { savedAt: at, ...values }),
        state: 'saved',
        faults: [],
        generation: sql`${publishingTable.generation} + 1`,
      })
      .where(eq(publishingTable.id, 1))
      .run();
  }

  // Only reports change it, and only this process gets them.
  let { liveRevision } = state();

  const service = {
    events,
    state,

    /** What visitors see, without a look at the database; null before the first release. */
    liveRevision: () => liveRevision,

    target(): PublishTarget {
      const { generation, targetRevision, pinnedRelease } = state();
      return { generation: generation, revision: targetRevision, pinnedRelease };
    },

    status: (): PublishStatus => statusOf(state(), queries),

    /** Part of the transaction that made the revision. */
    recordSaved(tx: Tx, { revision, at, by }: { revision: number; at: string; by: Actor | null }): void {
      if (!state().review) service.makeDesired(tx, { revision, at, savedBy: by?.name ?? null });
    },

    /** This revision should be live, from the moment of the commit. A hold stays. */
    makeDesired(tx: Tx, { revision, at, ...values }: { revision: number; at: string } & Partial<State>): void {
      order(tx, at, { ...values, targetRevision: revision });
      enqueue(tx, atSave, { revision, at });
    },

    change,

    /** After the commit: tells open admin windows and wakes the deliverer. */
    announce(): void {
      events.emit('status', service.status());
      events.emit('due');
    },

    /** What the publisher says; see `publishReportSchema`. Late reports about an older revision do not undo newer ones. */
    report(report: PublishReport): void {
      const at = now().toISOString();
      db.transaction(
        (tx) => {
          const values = applyReport(tx, withNames(db, report), { current: state(), at });
          change(tx, values);
          // They build from what is live, so an earlier call would build the older texts. A look that was given up must
          // not keep them from it: they may be what brings the release to the public address.
          const isOver = values.state === 'live' || (report.state === 'unverified' && values.faults);
          if (isOver) enqueue(tx, atLive, { revision: report.revision, at });
        },
        { behavior: 'immediate' },
      );
      liveRevision = state().liveRevision;
      events.emit('status', service.status());
      events.emit('due');
    },

    /**
     * Says the present wish once more: the publisher tries again, also what it had given up.
     *
     * @param by the person who asks for it
     * @throws ProblemError 409 when a person asks and nothing has failed
     */
    repeat(by?: Actor): void {
      db.transaction((tx) => {
        const at = now().toISOString();
        const revision = state().targetRevision;
        if (by) {
          requireFailure(state());
          recordAudit(tx, { at, by, action: 'changes.retried', subject: String(revision) });
        }
        order(tx, at, {});
        enqueue(tx, atSave, { revision, at });
      });
      service.announce();
    },

    retryIfFailed: (): void => (state().state === 'failed' ? service.repeat() : undefined),

    /** Shows an older release, which must exist, at once and holds automatic publishing until `resume`. */
    rollback(releaseId: string, by: Actor): void {
      db.transaction((tx) => {
        const at = now().toISOString();
        order(tx, at, { pinnedRelease: releaseId, savedBy: by.name });
        enqueue(tx, atSave, { revision: state().targetRevision, at });
        recordAudit(tx, { at, by, action: 'release.rolled-back', subject: releaseId });
      });
      service.announce();
    },

    /** Ends a hold: the working copy goes live again. */
    resume(by: Actor): void {
      db.transaction((tx) => {
        const { pinnedRelease, targetRevision } = state();
        if (!pinnedRelease) throw new ProblemError('conflict', { detail: 'Publishing is not paused.' });
        const at = now().toISOString();
        order(tx, at, { pinnedRelease: null, savedBy: by.name });
        enqueue(tx, atSave, { revision: targetRevision, at });
        recordAudit(tx, { at, by, action: 'release.resumed', subject: pinnedRelease });
      });
      service.announce();
    },
  };
  return service;
}

/** As long as a hold stays, what should be live is what was brought back: who and when are those of that. */
function underHold({ pinnedRelease, savedAt, savedBy }: State, values: Partial<State>): Partial<State> {
  const stays = pinnedRelease !== null && values.pinnedRelease === undefined;
  return { ...values, ...(stays && { savedAt, savedBy }) };
}

export type Publishing = ReturnType<typeof createPublishing>;

function requireFailure({ state }: State): void {
  if (state === 'failed' || state === 'unverified') return;
  throw new ProblemError('conflict', { detail: 'Nothing has failed: there is nothing to try again.' });
}

function statusOf(row: State, queries: ContentQueries): PublishStatus {
  const { liveRevision, liveRelease, pinnedRelease, savedAt, savedBy, liveAt, liveMs, faults, review, targetRevision } =
    row;
  return {
    state: pinnedRelease && row.state !== 'failed' ? 'rolled-back' : row.state,
    revision: targetRevision,
    liveRevision,
    liveRelease,
    pinnedRelease,
    savedAt,
    savedBy,
    liveAt,
    liveMs,
    faults,
    review,
    workingRevision: queries.latestRevision(),
    pendingChanges: review || pinnedRelease ? pendingItems(queries, shownRevision(row)).length : 0,
    schedule: row.scheduledAt
      ? { at: row.scheduledAt, revision: row.scheduledRevision ?? 0, by: row.scheduledBy }
      : null,
  };
}

/** The report with each item as it is called now: by the time that somebody reads it the item may be gone. */
function withNames(db: Db, report: PublishReport): PublishReport {
  if (report.state !== 'failed') return report;
  const names = createItemNames(db);
  const faults = report.faults.map((fault) => {
    const { section, key } = fault;
    return section && key ? { ...fault, name: names.atRevision({ section, key }, report.revision) } : fault;
  });
  return { ...report, faults };
}

function applyReport(tx: Tx, report: PublishReport, { current, at }: { current: State; at: string }): Partial<State> {
  // After a restart the publisher says once more what is live; that is no news.
  if ('releaseId' in report && current.state === 'live' && current.liveRelease === report.releaseId) return {};
  const newest = current.pinnedRelease !== null || report.revision >= current.targetRevision;
  if (report.state === 'activated') {
    const { releaseId: id, revision, files, bytes, steps } = report;
    tx.insert(releases).values({ id, revision, createdAt: at, files, bytes, steps }).onConflictDoNothing().run();
    return { liveRelease: id, liveRevision: revision, ...(newest && { state: report.state }) };
  }
  if (!newest) return {};
  switch (report.state) {
    case 'publishing':
      return { state: 'publishing' };
    case 'unverified':
      return { state: 'unverified', faults: [{ detail: report.detail }] };
    case 'failed':
      if (current.state !== 'failed') keepFailure(tx, { revision: report.revision, at, faults: report.faults });
      return { state: 'failed', faults: report.faults };
    case 'live': {
      const liveMs = current.savedAt ? Math.max(0, Date.parse(report.verifiedAt) - Date.parse(current.savedAt)) : null;
      return { state: 'live', liveAt: report.verifiedAt, liveMs, faults: [] };
    }
  }
}

const keptFailures = 50;

function keepFailure(tx: Tx, failure: typeof failedPublishes.$inferInsert): void {
  const { id } = tx.insert(failedPublishes).values(failure).returning().get();
  tx.delete(failedPublishes)
    .where(lte(failedPublishes.id, id - keptFailures))
    .run();
}
