import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { PublishStatus } from '@threadline/schema/wire/publishing';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { InApp, offlineClient, renderRouted } from '../../../test-render.tsx';
import { bannerMs } from '../../../ui/messages.ts';
import { ToastProvider, useToast } from '../../../ui/toast.tsx';
import { pendingChangesKey, statusKey } from '../../publishing/publishing-events.ts';
import { createSaveMessage, type SaveResult } from './save-message.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const live = {
  state: 'live',
  review: false,
  pinnedRelease: null,
  workingRevision: 12,
  liveRevision: 12,
} as PublishStatus;

function Trigger({ children, onShow }: { children: ReactNode; onShow: (show: ReturnType<typeof useToast>) => void }) {
  const toast = useToast();
  return (
    <button type="button" onClick={() => onShow(toast)}>
      {children}
    </button>
  );
}

interface Setup {
  result?: Partial<SaveResult>;
  status?: Partial<PublishStatus>;
  /** Further loaded queries. */
  queries?: [string[], unknown][];
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const isShown = (text: string) => document.body.textContent.includes(text);

async function setUp({ result, status, queries = [] }: Setup = {}) {
  const client = offlineClient([[statusKey, { ...live, ...status }], ...queries]);
  const view = () => (
    <InApp client={client}>
      <ToastProvider>
        <Trigger onShow={(show) => show(createSaveMessage({ succeeded: true, revision: 12, ...result }))}>Save</Trigger>
      </ToastProvider>
    </InApp>
  );
  if (status) renderRouted(view);
  else render(view());
  fireEvent.click(status ? await screen.findByText('Save') : screen.getByText('Save'));
  return { client };
}

test.each([
  [true, 'status', 'Content updated successfully!'],
  [false, 'alert', 'Failed to update content. Please try again.'],
])('after 3 s the message clears (succeeded: %s)', async (succeeded, role, text) => {
  await setUp({ result: { succeeded } });
  expect(screen.getByRole(role).textContent).toContain(text);
  pass(2999);
  expect(isShown(text)).toBe(true);
  pass(1);
  expect(isShown(text)).toBe(false);
});

test('the message about an undone save replaces that about the save, and clears 3 s after it', () => {
  function Saved() {
    const toast = useToast();
    const [isUndone, setUndone] = useState(false);
    const undo = () => {
      setUndone(true);
      toast(createSaveMessage({ succeeded: true, detail: 'Undone.' }));
    };
    const save = () =>
      toast(createSaveMessage({ succeeded: true, detail: 'Saved.' }, { step: { isRedo: false, run: undo } }));
    return (
      <button type="button" onClick={save}>
        {isUndone ? 'Was undone' : 'Save'}
      </button>
    );
  }
  render(
    <InApp>
      <ToastProvider>
        <Saved />
      </ToastProvider>
    </InApp>,
  );
  const save = screen.getByRole('button', { name: 'Save' });
  act(() => save.focus());
  fireEvent.click(save);
  const undo = screen.getByRole('button', { name: 'Undo' });
  fireEvent.pointerMove(undo, { pointerType: 'mouse' });
  act(() => undo.focus());
  fireEvent.click(undo);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Was undone' }));
  expect([isShown('Saved.'), isShown('Undone.')]).toEqual([false, true]);
  pass(bannerMs);
  expect(isShown('Undone.')).toBe(false);
});

test.each([
  ['services', '/#services'],
  ['cta', '/#contact'],
  ['hero', '/'],
  [undefined, '/'],
])('the link after a save in %s leads to %s', async (section, href) => {
  await setUp({ result: { section } });
  expect(screen.getByRole('link', { name: 'View on the site' }).getAttribute('href')).toBe(href);
});

test.each([
  ['Publish', { review: true, pendingChanges: 1, pinnedRelease: null }],
  ['Resume publishing', { review: false, pinnedRelease: '000012-abcdef01' }],
  ['Resume publishing', { review: true, pinnedRelease: '000012-abcdef01' }],
])('while changes are pending, the message leads to the next step, “%s” (%o)', async (name, status) => {
  vi.useRealTimers();
  await setUp({ status });
  const link = await screen.findByRole('link', { name });
  expect(screen.getByRole('status').textContent).toContain('Visitors do not see the change yet.');
  expect(link.getAttribute('href')).toBe('/releases');
  expect(screen.queryByRole('link', { name: 'View on the site' })).toBeNull();
});

test.each([
  ['is pending', 'title', { pendingChanges: 1 }, 'Visitors do not see the change yet.'],
  ['is as visitors see it again', 'subtitle', { pendingChanges: 1 }, 'Visitors see no difference.'],
  ['is as visitors see it, like all others', 'title', { pendingChanges: 0 }, 'Visitors see no difference.'],
])('after Undo in review mode, the message says what visitors see if the item %s', async (_, key, status, text) => {
  vi.useRealTimers();
  const changes = [{ section: 'hero', key: 'title' }];
  await setUp({
    status: { review: true, revision: 11, liveRevision: 11, ...status },
    result: { title: 'Undone.', items: [{ section: 'hero', key }] },
    queries: [[pendingChangesKey, { changes, revision: 12 }]],
  });
  expect((await screen.findByRole('status')).textContent).toContain(text);
  expect(screen.queryByRole('link', { name: 'Publish' }) !== null).toBe(text.includes('yet'));
  expect(screen.queryByRole('link', { name: 'View on the site' })).toBeNull();
});

test('the site is up to date once a release with the saved revision is live, not by the status before the save', async () => {
  vi.useRealTimers();
  const { client } = await setUp();
  const shows = async (change: Partial<PublishStatus>, text: string, hasLink: boolean) => {
    act(() => void client.setQueryData(statusKey, { ...live, ...change }));
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain(text));
    expect(screen.queryByRole('link', { name: 'View on the site' }) !== null).toBe(hasLink);
  };
  await shows({ workingRevision: 11, liveRevision: 11 }, 'Updating the site…', false);
  await shows({ state: 'publishing', liveRevision: 11 }, 'Updating the site…', false);
  await shows({}, 'Visitors see the change.', true);
});
