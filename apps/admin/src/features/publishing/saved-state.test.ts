import type { PublishStatus } from '@threadline/schema/wire/publishing';
import { expect, test } from 'vitest';
import { getSavedState } from './saved-state.ts';

const live = {
  state: 'live',
  review: false,
  pinnedRelease: null,
  workingRevision: 130,
  revision: 130,
  liveRevision: 130,
  pendingChanges: 0,
  hasPendingImages: false,
} as PublishStatus;
const failed = { state: 'failed', liveRevision: 129 } as const;

test.each<[status: Partial<PublishStatus>, revision: number | undefined, expected: string]>([
  [{}, 130, 'live'],
  [{}, 129, 'live'],
  [{}, undefined, 'live'],
  // The status of the save before.
  [{}, 131, 'updating'],
  [{ review: true }, 131, 'updating'],
  [{ state: 'failed' }, 131, 'updating'],
  [{ state: 'saved', liveRevision: 129 }, 130, 'updating'],
  [{ state: 'publishing', liveRevision: 129 }, 130, 'updating'],
  // Visitors see it, but the public address was not checked yet.
  [{ state: 'activated' }, 130, 'updating'],
  [{ state: 'unverified' }, 130, 'unverified'],
  [failed, 130, 'failed'],
  [failed, undefined, 'failed'],
  // Only a later save could not be published.
  [failed, 129, 'live'],
  [{ review: true, workingRevision: 131, pendingChanges: 1 }, 131, 'pending'],
  [{ review: true, workingRevision: 131, hasPendingImages: true }, 131, 'pending'],
  // The last pending change was discarded.
  [{ review: true, workingRevision: 131 }, 131, 'unchanged'],
  // The last pending change was published.
  [{ review: true, workingRevision: 131, revision: 131 }, 131, 'live'],
  [{ state: 'rolled-back', pinnedRelease: '000012-abcdef01', liveRevision: 12 }, 130, 'paused'],
])('with the status %j, revision %s is %s', (change, revision, expected) => {
  expect(getSavedState({ ...live, ...change }, revision)).toBe(expected);
});

test('before the first status, a save is not called live', () => {
  expect(getSavedState(undefined, 130)).toBe('updating');
});
