import { maxScheduleDays, type PublishRequest } from '@threadline/schema/wire/publishing';
import { findChangedItems } from '../content/diff.ts';
import { getItemId, type ItemId } from '../content/item-history.ts';
import { setPublishingDays } from '../content/publishing-day.ts';
import { createRestore } from '../content/restore.ts';
import type { ContentService } from '../content/service.ts';
import type { Deps } from '../context.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Tx } from '../platform/db/client.ts';
import { revisions } from '../platform/db/schema/core.ts';
import { dayMs } from '../platform/durations.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import type { Publishing } from './service.ts';

const noSchedule = { scheduledAt: null, scheduledRevision: null, scheduledById: null, scheduledBy: null };

interface PublishedRevision extends Partial<typeof noSchedule> {
  revision: number;
  at: string;
  by: Actor | null;
}

/**
 * Review mode: saves stay pending until an editor publishes them, or until a scheduled time. Its state is part of the
 * publishing row, so it survives a restart. The publisher only ever sees the target revision.
 */
export function createReview({ db, now }: Pick<Deps, 'db' | 'now'>, content: ContentService, publishing: Publishing) {
  const { queries } = content;
  const restore = createRestore({ db }, content);

  function inTransaction(work: (tx: Tx, at: string) => void): void {
    db.transaction((tx) => work(tx, now().toISOString()), { behavior: 'immediate' });
    publishing.notify();
  }

  /** Makes an earlier revision the target. */
  function publishRevision(tx: Tx, { revision, at, by, ...values }: PublishedRevision): void {
    const isNewest = revision === queries.latestRevision();
    const isDated = setPublishingDays(tx, { after: publishing.state().targetRevision, until: revision, at });
    // Caches and open windows name the content by its revision, so an entry with a new day needs one.
    const row = { at, byId: by?.id, byName: by?.name };
    const newest = isDated ? tx.insert(revisions).values(row).returning().get().revision : revision;
    publishing.setTarget(tx, { revision: isNewest ? newest : revision, at, savedBy: by?.name ?? null, ...values });
  }

  /** Returns a revision that has only the selected of the pending changes. The others stay pending. */
  function selectChanges(revision: number, selected: readonly ItemId[], by: Actor): number {
    const ids = new Set(selected.map(getItemId));
    const { targetRevision, scheduledAt } = publishing.state();
    if (revision !== queries.latestRevision())
      throw new ProblemError('conflict', { detail: 'The content has changed meanwhile. Reload the list.' });
    if (scheduledAt)
      throw new ProblemError('conflict', { detail: 'All changes are scheduled. Cancel the schedule first.' });
    const changed = findChangedItems(db, queries, targetRevision).map(({ item: { section, key } }) => ({
      section,
      key,
    }));
    const others = changed.filter((item) => !ids.has(getItemId(item)));
    if (others.length === changed.length)
      throw new ProblemError('conflict', { detail: 'None of the selected changes is pending. Reload the list.' });
    if (others.length === 0) return revision;
    return restore.leaveOut({ revision: targetRevision, workingRevision: revision, items: others }, by);
  }

  /** @throws ProblemError 409 when the changes up to this revision are not pending */
  function requirePending(revision: number): void {
    const { targetRevision, review } = publishing.state();
    if (!review) throw new ProblemError('conflict', { detail: 'Review mode is off: every save is published at once.' });
    if (revision > queries.latestRevision())
      throw new ProblemError('conflict', { detail: 'This change no longer exists. Reload the list.' });
    if (revision <= targetRevision)
      throw new ProblemError('conflict', { detail: 'These changes have already been published.' });
  }

  return {
    /** Turns review mode on or off. Turning it off publishes all pending changes. */
    setReviewMode(review: boolean, by: Actor): void {
      const before = publishing.state();
      if (before.review === review) return;
      inTransaction((tx, at) => {
        const revision = queries.latestRevision();
        publishing.change(tx, { review, ...noSchedule });
        if (!review && revision > before.targetRevision) publishRevision(tx, { revision, at, by });
        recordAudit(tx, { at, by, action: review ? 'review.turned-on' : 'review.turned-off', subject: '' });
      });
    },

    /**
     * Publishes the pending changes up to the revision that the editor reviewed, or those of the selected items.
     *
     * @throws ProblemError 409 when they are not pending, while a release is pinned, if the content has changed since the
     *   selection, or if the page needs a change that is not selected
     */
    publish({ revision: reviewed, items }: PublishRequest, by: Actor): void {
      inTransaction((tx, at) => {
        requirePending(reviewed);
        const { pinnedRelease, scheduledRevision } = publishing.state();
        if (pinnedRelease) throw new ProblemError('conflict', { detail: 'Publishing is paused. Resume it first.' });
        const revision = items ? selectChanges(reviewed, items, by) : reviewed;
        const isScheduleDone = scheduledRevision !== null && scheduledRevision <= revision;
        publishRevision(tx, { revision, at, by, ...(isScheduleDone && noSchedule) });
        recordAudit(tx, { at, by, action: 'changes.published', subject: String(revision) });
      });
    },

    /** @throws ProblemError 409 when the changes are not pending, 422 for a time out of range */
    schedule({ at: requestedAt, revision }: { at: string; revision: number }, by: Actor): void {
      inTransaction((tx, at) => {
        requirePending(revision);
        const scheduledAt = new Date(requestedAt).toISOString();
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

    /** @throws ProblemError 409 when nothing is scheduled */
    cancelSchedule(by: Actor): void {
      inTransaction((tx, at) => {
        const { scheduledAt } = publishing.state();
        if (!scheduledAt) throw new ProblemError('conflict', { detail: 'Nothing is scheduled.' });
        publishing.change(tx, noSchedule);
        recordAudit(tx, { at, by, action: 'schedule.cancelled', subject: scheduledAt });
      });
    },

    nextAt: () => publishing.state().scheduledAt,

    /** Publishes the scheduled changes if their time has come, also if it came while the API was stopped. */
    publishDue(): void {
      const { scheduledAt, scheduledRevision, scheduledById, scheduledBy } = publishing.state();
      if (!scheduledAt || scheduledRevision === null || scheduledAt > now().toISOString()) return;
      inTransaction((tx, at) => {
        const by = scheduledById && scheduledBy ? { id: scheduledById, name: scheduledBy } : null;
        if (scheduledRevision > publishing.state().targetRevision)
          publishRevision(tx, { revision: scheduledRevision, at, by, ...noSchedule });
        else publishing.change(tx, noSchedule);
        recordAudit(tx, { at, by, action: 'changes.published', subject: String(scheduledRevision) });
      });
    },
  };
}

export type Review = ReturnType<typeof createReview>;

/** Also finds a time that came early because the clock was changed. */
const maxSleepMs = 60_000;
const minSleepMs = 50;
const retryDelayMs = 5000;

/** Something that is published at a time. */
interface Scheduled {
  publishDue(): void;
  nextAt(): string | null;
}

/** Runs scheduled publishes: at their time, at the start, and whenever a schedule changes. */
export function createScheduler(
  { log, now }: Pick<Deps, 'log' | 'now'>,
  publishing: Publishing,
  scheduled: readonly Scheduled[],
) {
  let timer: NodeJS.Timeout | undefined;

  const findNext = () =>
    scheduled
      .flatMap((each) => each.nextAt() ?? [])
      .sort()
      .at(0);

  function run(): void {
    clearTimeout(timer);
    timer = setTimeout(run, publishAndGetDelay());
    timer.unref();
  }

  function publishAndGetDelay(): number {
    try {
      for (const each of scheduled) each.publishDue();
      const next = findNext();
      const untilThen = next ? Date.parse(next) - now().getTime() : maxSleepMs;
      return Math.min(maxSleepMs, Math.max(minSleepMs, untilThen));
    } catch (error) {
      log.error({ err: error }, 'the scheduled publish failed');
      return retryDelayMs;
    }
  }

  const onStatus = () => {
    if (findNext()) queueMicrotask(run);
  };
  return {
    start(): void {
      publishing.events.on('status', onStatus);
      run();
    },
    stop(): void {
      publishing.events.off('status', onStatus);
      clearTimeout(timer);
    },
  };
}
