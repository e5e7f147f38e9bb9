import type { PublishReport, PublishStatus } from '@threadline/schema/wire/publishing';
import type { publishing } from '../platform/db/schema/core.ts';

/**
 * The publishing state machine. docs/architecture.md shows it as a diagram. The state is stored in one row, and only
 * this module interprets it.
 */

export type PublishingRow = typeof publishing.$inferSelect;
type StoredState = PublishingRow['state'];

/** `requested`: a new generation, by a save, publish, rollback, resume or retry. All other events are reports. */
export type PublishingEvent = { state: 'requested' } | PublishReport;

type Transitions = Partial<Record<PublishingEvent['state'], StoredState>>;

/** A new request and a new round of the publisher can follow every state: the site's code may change at any time. */
const anytime = {
  requested: 'saved',
  publishing: 'publishing',
  activated: 'activated',
  failed: 'failed',
} as const satisfies Transitions;

/**
 * The next state, by the current state and the event. An event that is not listed is ignored. `live` and `unverified`
 * follow only `activated`, and `live` a release that was `unverified` before: elsewhere they are about the release before
 * the last request, render or failure.
 */
const transitions: Record<StoredState, Transitions> = {
  saved: anytime,
  publishing: anytime,
  activated: { ...anytime, live: 'live', unverified: 'unverified' },
  live: anytime,
  unverified: { ...anytime, live: 'live' },
  failed: anytime,
};

/** Returns the state and faults after an event; undefined if the event is ignored. */
export function applyEvent(
  row: PublishingRow,
  event: PublishingEvent,
): Pick<PublishingRow, 'state' | 'faults'> | undefined {
  if (event.state !== 'requested' && (isRepeated(row, event) || isStale(row, event))) return undefined;
  const state = transitions[row.state][event.state];
  return state && { state, faults: getFaults(row, event) };
}

/** An automatic retry keeps the reason of the failure on the screen until it succeeds. */
function getFaults(row: PublishingRow, event: PublishingEvent): PublishingRow['faults'] {
  if (event.state === 'publishing') return row.faults;
  if (event.state === 'failed') return event.faults;
  return event.state === 'unverified' ? [{ detail: event.detail }] : [];
}

/** After a restart the publisher reports the live release once more. */
export function isRepeated({ state, liveRelease }: PublishingRow, report: PublishReport): boolean {
  return report.state === 'activated' && state === 'live' && liveRelease === report.releaseId;
}

/**
 * A report about an older revision must not undo newer ones; a pinned release is older than the target by intent.
 * Only the release that was activated last can be seen by visitors.
 */
function isStale({ pinnedRelease, targetRevision, liveRelease }: PublishingRow, report: PublishReport): boolean {
  const isOther = (report.state === 'live' || report.state === 'unverified') && report.releaseId !== liveRelease;
  return isOther || (pinnedRelease === null && report.revision < targetRevision);
}

/** Returns whether webhook endpoints are notified: they read the public content, which is as live as it gets. */
export function notifiesEndpoints(state: StoredState): boolean {
  return state === 'live' || state === 'unverified';
}

/** Returns the state that the admin shows. */
export function getVisibleState({ state, pinnedRelease }: PublishingRow): PublishStatus['state'] {
  return pinnedRelease !== null && state !== 'failed' ? 'rolled-back' : state;
}

/** Returns whether a retry makes sense: publishing failed, or the release was not found at the public address. */
export function canRetry({ state }: PublishingRow): boolean {
  return state === 'failed' || state === 'unverified';
}

/** Returns whether saves stay pending: until an editor publishes them, or resumes publishing after a rollback. */
export function keepsSavesPending({ review, pinnedRelease }: PublishingRow): boolean {
  return review || pinnedRelease !== null;
}

/** Returns the revision that pending changes are compared with: that of the pinned release, or else the target. */
export function getPublishedRevision({ pinnedRelease, targetRevision }: PublishingRow): number {
  // A release id begins with its revision.
  return pinnedRelease === null ? targetRevision : Number.parseInt(pinnedRelease, 10);
}
