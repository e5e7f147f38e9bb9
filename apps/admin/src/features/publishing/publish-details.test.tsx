import { act, renderHook, screen } from '@testing-library/react';
import type { PublishStatus } from '@threadline/schema/wire/publishing';
import { beforeEach, expect, test, vi } from 'vitest';
import { logActivity, logPublishing } from '../../store/activity-log.ts';
import { resetStores } from '../../store/create-store.ts';
import { offlineClient, renderRouted } from '../../test-render.tsx';
import { PublishDetails, RecentActivity } from './publish-details.tsx';
import { describePublishing } from './publish-view.ts';
import { pendingChangesKey } from './publishing-events.ts';

const live = {
  state: 'live',
  revision: 3,
  liveRelease: '000003-0123abcd',
  liveReleaseNumber: 3,
  faults: [],
} as unknown as PublishStatus;

beforeEach(resetStores);

test('the saves and publishes of this window are listed, newest first', async () => {
  renderRouted(RecentActivity);
  const place = { section: 'hero', key: 'title' };
  const lines = () =>
    screen.queryAllByRole('listitem').map(({ textContent }) => textContent?.replace(/^[\d:]+ ?\w*?(?=[A-Z][a-z])/, ''));
  await act(async () => {
    logPublishing(undefined, live); // the first known status
    logActivity({ text: 'the change of “Headline”', place });
    logPublishing(live, { ...live, state: 'publishing' });
    logPublishing({ ...live, state: 'publishing' }, { ...live, liveRelease: '000004-0123abcd', liveReleaseNumber: 4 });
    logActivity({ text: 'the change of “Headline”', problem: 'The text is too long.', place });
    logPublishing(live, { ...live, state: 'failed', revision: 5, faults: [{ detail: 'A link leads nowhere.' }] });
  });
  expect(lines()).toEqual([
    'Not published. A link leads nowhere. ',
    'The change of “Headline”: The text is too long. Open',
    'Release 4 is live. ',
    'Saved: the change of “Headline”. Open',
  ]);
  expect(screen.getAllByRole('link')[0]?.getAttribute('href')).toContain('item=title');
});

test('pending changes are listed by name, with the live release in one line instead of its steps', async () => {
  const status = {
    ...live,
    ...{ review: true, pendingChanges: 6, pinnedRelease: null, pinnedReleaseNumber: null, schedule: null, targets: [] },
    ...{ savedBy: 'Asha', savedAt: '2026-11-28T07:44:00.000Z', liveAt: '2026-11-28T07:44:01.000Z', liveMs: 900 },
  } as unknown as PublishStatus;
  const changes = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((name) => ({ section: 'hero', key: name, name }));
  const client = offlineClient([[pendingChangesKey, { changes, revision: 4, pictures: [] }]]);
  renderRouted(() => <PublishDetails status={status} view={describePublishing(status)} />, client);
  await screen.findByRole('heading', { name: '6 pending changes' });
  const names = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(names).toEqual(['One', 'Two', 'Three', 'Four', 'Five', 'and 1 more']);
  screen.getByText('Visitors do not see them yet.');
  screen.getByText(/^Release 3 is live\. Published by Asha, /);
  expect(screen.getByRole('link', { name: 'Review and publish' }).getAttribute('href')).toBe('/releases');
  expect(screen.queryByText('Visible to visitors')).toBeNull();
});

test('only the newest fifty entries are kept', async () => {
  renderRouted(RecentActivity);
  await act(async () => {
    for (let count = 0; count < 60; count++)
      logActivity({ text: `change ${count}`, place: { section: 'hero', key: 'title' } });
  });
  const lines = screen.getAllByRole('listitem');
  expect(lines).toHaveLength(50);
  expect(lines[0]?.textContent).toContain('change 59');
});

/** Returns the list as it is after a reload of the window. */
async function readAfterReload(): Promise<string[]> {
  vi.resetModules();
  const { useActivity } = await import('../../store/activity-log.ts');
  const { result } = renderHook(() => useActivity());
  return result.current.map((each) => ('text' in each ? each.text : ''));
}

test('a reload keeps the list, signing out clears it', async () => {
  logActivity({ text: 'the change of “Headline”', place: { section: 'hero', key: 'title' } });
  expect(await readAfterReload()).toEqual(['the change of “Headline”']);
  resetStores();
  expect(await readAfterReload()).toEqual([]);
});

test('a stored text that is not a list is ignored', async () => {
  sessionStorage.setItem('activity', '{');
  expect(await readAfterReload()).toEqual([]);
});
