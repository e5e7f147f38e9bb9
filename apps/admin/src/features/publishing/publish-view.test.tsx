import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { PublishStatus } from '@threadline/schema/wire/publishing';
import type { ReactNode } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ConnectionContext } from '../../api/connection.ts';
import { offlineClient } from '../../test-render.tsx';
import { describePublishing, describeTarget, getResumeQuestion, usePublishing } from './publish-view.ts';
import { statusKey } from './publishing-events.ts';

const status = {
  state: 'live' as const,
  review: false,
  workingRevision: 129,
  pendingChanges: 0,
  hasPendingImages: false,
  targets: [],
  schedule: null,
  revision: 129,
  liveRevision: 129,
  liveRelease: '000129-1a2b3c4d',
  pinnedRelease: null,
  liveReleaseNumber: 84,
  pinnedReleaseNumber: null,
  savedAt: '2026-11-21T14:03:22.118Z',
  savedBy: 'Editor One',
  liveAt: '2026-11-21T14:03:22.160Z',
  liveMs: 42,
  faults: [],
};

test.each([
  ['saved', 'Saved', ['reached', undefined, undefined, undefined]],
  ['publishing', 'Publishing', ['reached', 'reached', undefined, undefined]],
  ['activated', 'Publishing', ['reached', 'reached', 'reached', undefined]],
  ['unverified', 'Published', ['reached', 'reached', 'reached', undefined]],
  ['live', 'Live', ['reached', 'reached', 'reached', 'reached']],
  ['failed', 'Not published', ['reached', 'failed', undefined, undefined]],
  ['rolled-back', 'Paused', []],
] as const)('the status %s has the badge "%s" and the steps %j', (state, label, steps) => {
  const view = describePublishing({ ...status, state });
  expect(view.badge.label).toBe(label);
  expect(view.steps.map((step) => step.state)).toEqual(steps);
});

test('a release that was rolled back to is called live once it is', () => {
  const pinned = {
    ...status,
    state: 'rolled-back' as const,
    pinnedRelease: '000120-5e6f7a8b',
    pinnedReleaseNumber: 80,
  };
  const detail = (change: Partial<PublishStatus>) => describePublishing({ ...pinned, ...change }).badge.detail;
  expect(detail({})).toBe('release 80 is being restored');
  expect(detail({ liveRelease: pinned.pinnedRelease })).toBe('release 80 is live');
  expect(detail({ pinnedReleaseNumber: null })).toBeUndefined();
});

test('a release without a number is never named', () => {
  for (const state of ['activated', 'unverified', 'live', 'failed', 'rolled-back'] as const)
    expect(JSON.stringify(describePublishing({ ...status, state, liveReleaseNumber: null }))).not.toContain(
      'elease null',
    );
});

test('in review mode nothing is pending once all changes were undone', () => {
  const label = (pendingChanges: number) =>
    describePublishing({ ...status, review: true, workingRevision: 131, pendingChanges }).badge.label;
  expect([label(2), label(0)]).toEqual(['2 pending changes', 'Live']);
});

const target = {
  name: 'edge',
  required: true,
  release: '000129-1a2b3c4d',
  liveMs: null,
  problem: null,
  retryAt: null,
};

test.each([
  [{ phase: 'uploading' }, 'Delivering to edge', undefined, undefined],
  [{ phase: 'verifying' }, 'Delivered to edge', 'not confirmed yet', undefined],
  [{ phase: 'live', liveMs: 900 }, 'Live on edge', 'after 1 second', 'reached'],
  [
    { phase: 'unverified', problem: 'It shows another page.' },
    'Delivered to edge, but not visible there',
    'It shows another page.',
    'failed',
  ],
  [{ phase: 'failed', problem: 'The store is full.' }, 'edge: shows an older release', 'The store is full.', 'failed'],
  [
    { phase: 'superseded', problem: 'Another publisher has shown a newer release here.' },
    'edge: shows an older release',
    'Another publisher has shown a newer release here.',
    'failed',
  ],
] as const)('a target with %j is shown as "%s"', (change, label, detail, state) => {
  expect(describeTarget({ ...target, ...change })).toEqual({ label, detail, state });
});

test('a failed delivery that is retried names the time of the next attempt', () => {
  const failed = {
    ...target,
    phase: 'failed' as const,
    problem: 'The store is full.',
    retryAt: '2026-11-21T14:03:22.160Z',
  };
  expect(describeTarget(failed)).toMatchObject({
    label: expect.stringMatching(/^edge: shows an older release, retries at \d/),
    detail: 'The store is full.',
  });
});

test('a delivery that has to wait for its target names the time', () => {
  const queued = {
    ...target,
    phase: 'queued' as const,
    retryAt: '2026-11-21T14:03:22.160Z',
  };
  expect(describeTarget(queued).detail).toMatch(/^starts at \d/);
});

test('a release that the public address does not show is not called live', () => {
  expect(describePublishing({ ...status, state: 'unverified' }).badge).toMatchObject({
    label: 'Published',
    detail: 'not confirmed yet',
  });
});

test('a live release says since when, and in its details how long that took after the save', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T15:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const { badge, steps } = describePublishing(status);
  expect(badge).toMatchObject({ label: 'Live', detail: 'since 19:33 IST' });
  expect([badge.title, steps.at(-1)?.detail]).toEqual(['Visitors see the saved content', '1 second after saving']);
  vi.setSystemTime(new Date('2026-11-23T15:00:00Z'));
  expect(describePublishing(status).badge.detail).toBe('since 21 Nov 2026');
});

test('the first release, and one that took longer than editors wait, is live without a duration', () => {
  const getDetail = (change: Partial<typeof status> | { liveMs: null }) =>
    describePublishing({ ...status, ...change }).steps.at(-1)?.detail;
  expect([getDetail({ revision: 1 }), getDetail({ liveMs: 60_001 }), getDetail({ liveMs: null })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('pending changes are shown in review mode only', () => {
  const pending = { ...status, workingRevision: 131, pendingChanges: 2 };
  expect(describePublishing(pending).hasPendingChanges).toBe(false);
  expect(describePublishing({ ...pending, review: true })).toMatchObject({
    hasPendingChanges: true,
    pendingLabel: '2 pending changes',
    badge: { tone: 'warning', label: '2 pending changes' },
  });
  const discarded = { ...pending, review: true, pendingChanges: 0 };
  expect(describePublishing(discarded)).toMatchObject({ hasPendingChanges: false, badge: { label: 'Live' } });
  expect(describePublishing({ ...discarded, hasPendingImages: true })).toMatchObject({
    hasPendingChanges: true,
    pendingLabel: 'Changed images',
  });
});

test('while an older release is shown, changes count as not shown, because some were published before', () => {
  const paused = { ...status, state: 'rolled-back' as const, pinnedRelease: '000012-1a2b3c4d' };
  const label = (pendingChanges: number) => describePublishing({ ...paused, pendingChanges }).pendingLabel;
  expect([label(4), label(1)]).toEqual(['4 changes are not shown', '1 change is not shown']);
});

test('without a connection the badge shows no status', () => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={offlineClient([[statusKey, status]])}>
      <ConnectionContext value={false}>{children}</ConnectionContext>
    </QueryClientProvider>
  );
  expect(renderHook(() => usePublishing(), { wrapper }).result.current.badge.label).toBe('Offline');
});

const rollback = { pinnedReleaseNumber: 12, review: false, revision: 20, workingRevision: 20 };

test.each([
  ['nothing differs', { pendingChanges: 0 }, 'The saved content is the same as release 12'],
  ['one item differs', { pendingChanges: 1 }, 'This change goes live at once.'],
  ['several items differ', { pendingChanges: 7 }, 'All 7 changes go live at once.'],
  [
    'some changes are in review',
    { pendingChanges: 7, review: true, workingRevision: 21 },
    'Pending changes stay pending.',
  ],
  ['review mode has no changes', { pendingChanges: 7, review: true }, 'All 7 changes go live at once.'],
])('the question before resuming says how much goes live if %s', (_, change, text) => {
  expect(getResumeQuestion({ ...rollback, ...change }).text).toContain(text);
});
