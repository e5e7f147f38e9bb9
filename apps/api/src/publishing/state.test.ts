import { expect, test } from 'vitest';
import {
  applyEvent,
  canRetry,
  getPublishedRevision,
  getVisibleState,
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

const events: Record<PublishingEvent['state'], PublishingEvent> = {
  requested: { state: 'requested' },
  publishing: { state: 'publishing', revision: 7 },
  activated,
  live,
  unverified,
  failed,
};
const after = (from: Partial<PublishingRow>, event: PublishingEvent) => applyEvent({ ...row, ...from }, event)?.state;

test.each([
  ['saved', 'saved', 'publishing', 'activated', '–', '–', 'failed'],
  ['publishing', 'saved', 'publishing', 'activated', '–', '–', 'failed'],
  ['activated', 'saved', 'publishing', 'activated', 'live', 'unverified', 'failed'],
  ['live', 'saved', 'publishing', '–', '–', '–', 'failed'],
  ['unverified', 'saved', 'publishing', 'activated', 'live', '–', 'failed'],
  ['failed', 'saved', 'publishing', 'activated', '–', '–', 'failed'],
] as const)('events in the state %s lead to: %s, %s, %s, %s, %s, %s', (state, ...expected) => {
  expect(Object.values(events).map((event) => after({ state }, event) ?? '–')).toEqual(expected);
});

test('a report about an older revision is ignored, unless a rollback requested it', () => {
  const older = { ...live, revision: 6 };
  expect(after({ state: 'activated' }, older)).toBeUndefined();
  expect(after({ state: 'activated', pinnedRelease: '000006-0123abcd' }, older)).toBe('live');
});

test.each([live, unverified])('a report about another release than the activated one is ignored: $state', (report) => {
  const other = { ...report, releaseId: '000007-4567abcd' };
  for (const state of ['activated', 'unverified'] as const) expect(after({ state }, other)).toBeUndefined();
});

test('in the state live, only the activation of another release counts', () => {
  expect(after({ state: 'live' }, activated)).toBeUndefined();
  expect(after({ state: 'live' }, { ...activated, releaseId: '000007-4567abcd' })).toBe('activated');
});

test('an automatic retry keeps the reason of the failure until the release is activated', () => {
  const afterRetry = applyEvent({ ...row, state: 'failed', faults: failed.faults }, events.publishing);
  expect(afterRetry).toEqual({ state: 'publishing', faults: failed.faults });
  expect(applyEvent({ ...row, ...afterRetry }, activated)?.faults).toEqual([]);
});

test('an unverified release shows why it was not seen', () => {
  expect(applyEvent({ ...row, state: 'activated' }, unverified)?.faults).toEqual([{ detail: unverified.detail }]);
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
