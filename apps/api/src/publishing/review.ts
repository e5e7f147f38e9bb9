import { maxScheduleDays } from '@threadline/schema/publishing';
import type { ContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import { dayMs } from '../platform/durations.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import type { Publishing, PublishingTx } from './service.ts';

const noSchedule = { scheduledAt: null, scheduledRevision: null, scheduledById: null, scheduledBy: null };

/**
 * Review mode: saves wait in the working copy until somebody publishes them, at once or at a time. All of it is in the
 * row of the publishing state, so that it survives a restart; the publisher only ever sees which revision is desired.
 */
export function createReview({ db, now }: Pick<Deps, 'db' | 'now'>, queries: ContentQueries, publishing: Publishing) {
  function inTransaction(work: (tx: PublishingTx, at: string) => void): void {
    db.transaction((tx) => work(tx, now().toISOString()), { behavior: 'immediate' });
    publishing.announce();
  }

  /** @throws ProblemError 409 when this revision does not wait */
  function requireWaiting(revision: number): void {
    const { targetRevision, review } = publishing.state();
    if (!review) throw new ProblemError('conflict', { detail: 'Every save is published at once: nothing waits.' });
    if (revision > queries.latestRevision())
      throw new ProblemError('conflict', { detail: 'There is no such change. Reload the list.' });
    if (revision <= targetRevision)
      throw new ProblemError('conflict', { detail: 'These changes have been published meanwhile.' });
  }

  return {
    /** Turns review mode on, or off: then everything that waits is published. */
    turn(review: boolean, by: Actor): void {
      const before = publishing.state();
      if (before.review === review) return;
      inTransaction((tx, at) => {
        const revision = queries.latestRevision();
        publishing.change(tx, { review, ...noSchedule });
        if (!review && revision > before.targetRevision) publishing.makeDesired(tx, { revision, at, savedBy: by.name });
        recordAudit(tx, { at, by, action: review ? 'review.turned-on' : 'review.turned-off', subject: '' });
      });
    },

    /**
     * Publishes what waits, up to the revision that somebody has looked at.
     *
     * @throws ProblemError 409 when it does not wait, or while a release is pinned
     */
    publish(revision: number, by: Actor): void {
      inTransaction((tx, at) => {
        requireWaiting(revision);
        const { pinnedRelease, scheduledRevision } = publishing.state();
        if (pinnedRelease)
          throw new ProblemError('conflict', { detail: 'Publishing is paused after a rollback. Resume it first.' });
        const isDone = scheduledRevision !== null && scheduledRevision <= revision;
        publishing.makeDesired(tx, { revision, at, savedBy: by.name, ...(isDone && noSchedule) });
        recordAudit(tx, { at, by, action: 'changes.published', subject: String(revision) });
      });
    },

    /** @throws ProblemError 409 when the revision does not wait, 422 for a time that cannot be kept */
    schedule({ at: wanted, revision }: { at: string; revision: number }, by: Actor): void {
      inTransaction((tx, at) => {
        requireWaiting(revision);
        const scheduledAt = new Date(wanted).toISOString();
        const latest = new Date(Date.parse(at) + maxScheduleDays * dayMs).toISOString();
        if (scheduledAt <= at || scheduledAt > latest) {
          const detail =
            scheduledAt <= at ? 'Choose a time in the future.' : `Choose a time within ${maxScheduleDays} days.`;
          throw new ProblemError('validation-failed', { detail, errors: [{ pointer: '/at', detail }] });
        }
        publishing.change(tx, {
          scheduledAt,
          scheduledRevision: revision,
          scheduledById: by.id,
          scheduledBy: by.name,
        });
        recordAudit(tx, { at, by, action: 'changes.scheduled', subject: scheduledAt });
      });
    },

    /** @throws ProblemError 409 when nothing is scheduled (any more) */
    unschedule(by: Actor): void {
      inTransaction((tx, at) => {
        const { scheduledAt } = publishing.state();
        if (!scheduledAt) throw new ProblemError('conflict', { detail: 'Nothing is scheduled any more.' });
        publishing.change(tx, noSchedule);
        recordAudit(tx, { at, by, action: 'schedule.cancelled', subject: scheduledAt });
      });
    },

    /** Publishes what was scheduled, if its time has come; also when it came while nobody was running. */
    publishDue(): void {
      const { scheduledAt, scheduledRevision, scheduledById, scheduledBy } = publishing.state();
      if (!scheduledAt || scheduledRevision === null || scheduledAt > now().toISOString()) return;
      inTransaction((tx, at) => {
        const by = scheduledById && scheduledBy ? { id: scheduledById, name: scheduledBy } : null;
        if (scheduledRevision > publishing.state().targetRevision)
          publishing.makeDesired(tx, { revision: scheduledRevision, at, savedBy: scheduledBy, ...noSchedule });
        else publishing.change(tx, noSchedule);
        recordAudit(tx, { at, by, action: 'changes.published', subject: String(scheduledRevision) });
      });
    },
  };
}

export type Review = ReturnType<typeof createReview>;
