import type { PublishReport, PublishStatus } from '@threadline/schema/wire/publishing';
import type { publishing } from '../platform/db/schema/core.ts';

/**
 * The publishing state machine. docs/architecture.md shows it as a diagram. The state is stored in one row; every other
 * module asks this one.
 */

export type PublishingRow = typeof publishing.$inferSelect;
/** `rolled-back` is not stored: it follows from `pinnedRelease`. */
type StoredState = Exclude<PublishStatus['state'], 'rolled-back'>;

/** `requested`: a new generation, by a save, publish, rollback, resume or retry. All other events are reports. */
export type PublishingEvent = { state: 'requested' } | PublishReport;

interface Transition {
  to: StoredState;
  /** Whether the status keeps showing its faults, or shows those of the event, if any. */
  faults: 'keep' | 'replace';
  /** Whether webhook endpoints are notified. They read the public content, so it is sent once that is as live as it gets. */
  notifies: boolean;
}

/** Every event may follow every state, because reports can be repeated after a restart of either process. */
const transitions: Record<PublishingEvent['state'], Transition> = {
  requested: { to: 'saved', faults: 'replace', notifies: false },
  // An automatic retry keeps the reason of the failure on the screen until it succeeds.
  publishing: { to: 'publishing', faults: 'keep', notifies: false },
  failed: { to: 'failed', faults: 'replace', notifies: false },
  activated: { to: 'activated', faults: 'replace', notifies: false },
  unverified: { to: 'unverified', faults: 'replace', notifies: true },
  live: { to: 'live', faults: 'replace', notifies: true },
};

/** Returns the transition that an event causes; undefined for a stale report and for one that repeats what is known. */
export function nextState(row: PublishingRow, event: PublishingEvent): Transition | undefined {
  if (event.state !== 'requested' && (isRepeated(row, event) || isStale(row, event))) return undefined;
  return transitions[event.state];
}

/** After a restart the publisher reports the live release once more. */
export function isRepeated({ state, liveRelease }: PublishingRow, report: PublishReport): boolean {
  return 'releaseId' in report && state === 'live' && liveRelease === report.releaseId;
}

/** A report about an older revision must not undo newer ones. A pinned release is older than the target by intent. */
function isStale({ pinnedRelease, targetRevision }: PublishingRow, report: PublishReport): boolean {
  return pinnedRelease === null && report.revision < targetRevision;
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
export function holdsSaves({ review, pinnedRelease }: PublishingRow): boolean {
  return review || pinnedRelease !== null;
}

/** Returns the revision that pending changes are compared with: that of the pinned release, or else the target. */
export function getPublishedRevision({ pinnedRelease, targetRevision }: PublishingRow): number {
  // A release id begins with its revision.
  return pinnedRelease === null ? targetRevision : Number.parseInt(pinnedRelease, 10);
}
