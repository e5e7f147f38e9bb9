import { expect, test } from 'vitest';
import {
  canRetry,
  getPublishedRevision,
  getVisibleState,
  nextState,
  type PublishingEvent,
  type PublishingRow,
} from './state.ts';

const releaseId = '000007-0123abcd';
const row: PublishingRow = {
  id: 1,
  state: 'saved',
  targetRevision: 7,
  generation: 3,
  pinnedRelease: null,
  liveRelease: releaseId,
  liveRevision: 6,
  savedAt: null,
  savedBy: null,
  liveAt: null,
  liveMs: null,
  faults: [],
  review: false,
  scheduledAt: null,
  scheduledRevision: null,
  scheduledById: null,
  scheduledBy: null,
};
const activated = { state: 'activated', revision: 7, releaseId, files: 1, bytes: 1, steps: {} } as const;
const live = { state: 'live', revision: 7, releaseId, verifiedAt: '2026-11-21T10:00:00.000Z' } as const;
const unverified = { state: 'unverified', revision: 7, releaseId, detail: 'The address answers 502.' } as const;
const failed: PublishingEvent & { state: 'failed' } = {
  state: 'failed',
  revision: 7,
  faults: [{ detail: 'A link leads nowhere.' }],
};

test.each<[string, PublishingEvent, PublishingRow['state']]>([
  ['a request', { state: 'requested' }, 'saved'],
  ['the start of a render', { state: 'publishing', revision: 7 }, 'publishing'],
  ['an activation', activated, 'activated'],
  ['a release seen at the public address', live, 'live'],
  ['a release not seen at the public address', unverified, 'unverified'],
  ['a failure', failed, 'failed'],
])('%s leads to its state', (_, event, to) => {
  expect(nextState(row, event)?.to).toBe(to);
});

test('a report about an older revision is ignored, unless a rollback requested it', () => {
  const older = { ...live, revision: 6 };
  expect(nextState(row, older)).toBeUndefined();
  expect(nextState({ ...row, pinnedRelease: '000006-0123abcd' }, older)?.to).toBe('live');
});

test('a repeated report about the live release is ignored, and a new request is not', () => {
  const liveRow: PublishingRow = { ...row, state: 'live' };
  expect([activated, live, unverified].map((report) => nextState(liveRow, report))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(nextState(liveRow, { ...activated, releaseId: '000007-4567abcd' })?.to).toBe('activated');
  expect(nextState(liveRow, { state: 'requested' })?.to).toBe('saved');
});

test('an automatic retry keeps the reason of the failure until the release is activated', () => {
  const failedRow: PublishingRow = { ...row, state: 'failed', faults: failed.faults };
  expect(nextState(failedRow, { state: 'publishing', revision: 7 })?.faults).toBe('keep');
  expect(nextState({ ...failedRow, state: 'publishing' }, activated)?.faults).toBe('replace');
});

test('after a rollback the admin shows the pinned release, and a failure all the same', () => {
  const pinned: PublishingRow = { ...row, pinnedRelease: '000005-0123abcd', state: 'live' };
  expect([getVisibleState(pinned), getPublishedRevision(pinned)]).toEqual(['rolled-back', 5]);
  expect(getVisibleState({ ...pinned, state: 'failed' })).toBe('failed');
});

test.each(['failed', 'unverified'] as const)('%s can be retried', (state) => {
  expect(canRetry({ ...row, state })).toBe(true);
});

test.each(['saved', 'publishing', 'activated', 'live'] as const)('%s cannot be retried', (state) => {
  expect(canRetry({ ...row, state })).toBe(false);
});
