import { expect, test } from 'vitest';
import { pillText } from './publish-status-label.ts';

const status = {
  state: 'live' as const,
  review: false,
  workingRevision: 7,
  pendingChanges: 0,
  schedule: null,
  revision: 129,
  liveRevision: 129,
  liveRelease: '000129-1a2b3c4d',
  pinnedRelease: null,
  savedAt: '2026-11-21T14:03:22.118Z',
  savedBy: 'Editor One',
  liveAt: '2026-11-21T14:03:22.160Z',
  liveMs: 42,
  faults: [],
};

test.each([
  ['saved', 'Saved'],
  ['publishing', 'Publishing'],
  ['activated', 'Publishing'],
  ['live', 'Live in 42 ms'],
  ['failed', 'Not published'],
  ['unverified', 'Published'],
  ['rolled-back', 'Rolled back'],
] as const)('the pill says of %s: %s', (state, words) => {
  expect(pillText({ ...status, state }, true).words).toBe(words);
});

test('a release that the public address does not show is called published, not live', () => {
  const faults = [{ detail: 'The address shows another release.' }];
  expect(pillText({ ...status, state: 'unverified', faults }, true)).toMatchObject({
    words: 'Published',
    detail: 'not verified',
  });
});

test('the first release, and one that nobody waited for, is live without a duration', () => {
  expect(pillText({ ...status, revision: 1 }, true).words).toBe('Live');
  expect(pillText({ ...status, liveMs: 60_001 }, true).words).toBe('Live');
  expect(pillText({ ...status, liveMs: null }, true).words).toBe('Live');
});

test('without a connection the pill does not claim to know', () => {
  expect(pillText(status, false).words).toBe('Offline');
});
