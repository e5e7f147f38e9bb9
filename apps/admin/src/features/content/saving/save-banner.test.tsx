import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { SectionName } from '@threadline/schema/content/content-model';
import type { PublishStatus } from '@threadline/schema/wire/publishing';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { InApp, offlineClient, renderRouted } from '../../../test-render.tsx';
import { bannerMs } from '../../../ui/messages.ts';
import { statusKey } from '../../publishing/publishing-events.ts';
import { SaveBanner } from './save-banner.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Banner {
  section?: SectionName;
  succeeded?: boolean;
  status?: Partial<PublishStatus>;
}

const live = {
  state: 'live',
  review: false,
  pinnedRelease: null,
  workingRevision: 12,
  liveRevision: 12,
} as PublishStatus;

function setUp({ section, succeeded = true, status }: Banner = {}) {
  const onClear = vi.fn();
  const client = offlineClient([[statusKey, { ...live, ...status }]]);
  const banner = () => (
    <InApp client={client}>
      <SaveBanner
        section={section}
        outcome={{ number: 1, succeeded, revision: 12 }}
        undo={undefined}
        onClear={onClear}
      />
    </InApp>
  );
  if (status) renderRouted(banner);
  else render(banner());
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  return { client, onClear, pass };
}

test.each([
  [true, 'status', 'Content updated successfully!'],
  [false, 'alert', 'Failed to update content. Please try again.'],
])('after 3 s the banner clears (succeeded: %s)', (succeeded, role, text) => {
  const { onClear, pass } = setUp({ succeeded });
  expect(screen.getByRole(role).textContent).toContain(text);
  pass(2999);
  expect(onClear).not.toHaveBeenCalled();
  pass(1);
  expect(onClear).toHaveBeenCalledOnce();
});

test('the banner stays while it has the pointer or the focus', () => {
  const { onClear, pass } = setUp();
  const banner = screen.getByRole('status');
  fireEvent.pointerMove(banner, { pointerType: 'mouse' });
  pass(bannerMs * 10);
  const link = screen.getByRole('link');
  act(() => link.focus());
  fireEvent.pointerLeave(banner);
  pass(bannerMs * 10);
  expect(onClear).not.toHaveBeenCalled();
  act(() => link.blur());
  pass(bannerMs);
  expect(onClear).toHaveBeenCalledOnce();
});

test('the banner clears 3 s after Undo, although that button had the focus and the pointer', () => {
  const onClear = vi.fn();
  function Saved() {
    const [undone, setUndone] = useState(false);
    const undo = async () => {
      setUndone(true);
      return true;
    };
    return (
      <InApp>
        <SaveBanner
          outcome={{ number: undone ? 2 : 1, succeeded: true }}
          undo={undone ? undefined : { description: 'the change', isRedo: false, run: undo }}
          onClear={onClear}
        />
      </InApp>
    );
  }
  render(<Saved />);
  const button = screen.getByRole('button', { name: 'Undo' });
  fireEvent.pointerMove(button, { pointerType: 'mouse' });
  act(() => button.focus());
  fireEvent.click(button);
  act(() => vi.advanceTimersByTime(bannerMs - 1));
  expect(onClear).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(1));
  expect(onClear).toHaveBeenCalledOnce();
});

test('a touch does not keep the banner', () => {
  const { onClear, pass } = setUp();
  const banner = screen.getByRole('status');
  fireEvent.pointerEnter(banner, { pointerType: 'touch' });
  fireEvent.pointerMove(banner, { pointerType: 'touch' });
  fireEvent.mouseEnter(banner);
  fireEvent.mouseMove(banner);
  pass(bannerMs);
  expect(onClear).toHaveBeenCalledOnce();
});

test.each([
  ['services', '/#services'],
  ['cta', '/#contact'],
  ['hero', '/'],
  [undefined, '/'],
] as const)('the link after a save in %s leads to %s', (section, href) => {
  setUp({ section });
  expect(screen.getByRole('link', { name: 'View on the site' }).getAttribute('href')).toBe(href);
});

test.each([
  ['Publish it', { review: true, pinnedRelease: null }],
  ['Resume publishing', { review: false, pinnedRelease: '000012-abcdef01' }],
  ['Resume publishing', { review: true, pinnedRelease: '000012-abcdef01' }],
])('while changes are pending, the banner leads to the next step, “%s” (%o)', async (name, status) => {
  vi.useRealTimers();
  setUp({ status });
  const link = await screen.findByRole('link', { name });
  expect(screen.getByRole('status').textContent).toContain('Not live yet.');
  expect(link.getAttribute('href')).toBe('/releases');
  expect(screen.queryByRole('link', { name: 'View on the site' })).toBeNull();
});

test('the site is up to date once a release with the saved revision is live, not by the status before the save', async () => {
  vi.useRealTimers();
  const { client } = setUp();
  const shows = async (change: Partial<PublishStatus>, text: string, hasLink: boolean) => {
    act(() => void client.setQueryData(statusKey, { ...live, ...change }));
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain(text));
    expect(screen.queryByRole('link', { name: 'View on the site' }) !== null).toBe(hasLink);
  };
  await shows({ workingRevision: 11, liveRevision: 11 }, 'Updating the site…', false);
  await shows({ state: 'publishing', liveRevision: 11 }, 'Updating the site…', false);
  await shows({}, 'It is live.', true);
});
