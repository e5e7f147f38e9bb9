import type { PublishStatus } from '@threadline/schema/wire/publishing';

/** Whether visitors see a saved revision, and if not, why. `unchanged`: it is what they see, without being published. */
export type SavedState = 'updating' | 'pending' | 'paused' | 'failed' | 'unverified' | 'live' | 'unchanged';

/**
 * Returns how far a saved revision has come. The answer to a save can arrive before the status that includes it, so an
 * older status says nothing about the save.
 *
 * @param revision the revision that the save created; undefined if it is not known, which means the newest one
 */
export function getSavedState(status: PublishStatus | undefined, revision: number | undefined): SavedState {
  if (!status || (revision !== undefined && status.workingRevision < revision)) return 'updating';
  if (status.pinnedRelease !== null) return 'paused';
  if (status.review) return getReviewState(status, revision);
  const { state, liveRevision } = status;
  const isPublished = revision === undefined ? state !== 'failed' : liveRevision !== null && liveRevision >= revision;
  if (state === 'failed') return isPublished ? 'live' : 'failed';
  return isPublished && (state === 'live' || state === 'unverified') ? state : 'updating';
}

function getReviewState(status: PublishStatus, revision = 0): SavedState {
  if (hasPendingChanges(status)) return 'pending';
  return status.revision < revision ? 'unchanged' : 'live';
}

/** In review mode. A newer revision without a difference is no change: an editor has discarded it. */
export function hasPendingChanges({ review, pendingChanges, hasPendingImages }: PublishStatus): boolean {
  return review && (pendingChanges > 0 || hasPendingImages);
}
