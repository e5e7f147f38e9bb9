import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { tokenKey } from '../api/client.ts';
import { ConnectionContext } from '../api/connection.ts';
import { SessionProvider, useSession } from '../session.tsx';
import { otherUserSaves, pendingSaveCount } from '../store/pending-work.ts';
import { setUnsaved } from '../store/unsaved.ts';
import { OfflineNotice } from './offline-notice.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  act(() => pendingSaveCount.set(0));
  act(() => otherUserSaves.set([]));
});

function show(connected: boolean) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider>
        <ConnectionContext value={connected}>
          <Name />
          <OfflineNotice storesTexts={undefined} />
        </ConnectionContext>
      </SessionProvider>
    </QueryClientProvider>,
  );
}

function Name() {
  const { state } = useSession();
  return 'user' in state ? <p>{state.user.name}</p> : null;
}

test('pending saves are counted on screens without drafts', () => {
  show(true);
  expect(screen.queryByRole('status')).toBeNull();
  act(() => pendingSaveCount.set(2));
  expect(screen.getByRole('status').textContent).toContain('2 saves are stored on this device');
});

test('each user with pending saves has a notice, also with equal names, until their saves are sent', () => {
  show(true);
  const saves = (userId: string, name: string) => ({ userId, name, count: 1 });
  act(() => otherUserSaves.set([saves('one', 'Asha'), saves('two', 'Asha'), saves('three', 'Ravi')]));
  const changes = () => screen.getAllByRole('status').map(({ textContent }) => textContent?.split(' is not saved')[0]);
  expect(changes()).toEqual(['1 change by Asha', '1 change by Asha', '1 change by Ravi']);
  act(() => otherUserSaves.set([saves('three', 'Ravi')]));
  expect(changes()).toEqual(['1 change by Ravi']);
});

test('a server that does not respond is not reported as a missing network', () => {
  show(false);
  expect(screen.getByRole('status').textContent).toContain('The server does not answer.');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getByRole('status').textContent).toContain('You are offline.');
});

test('a rejected save is not reported as a server that does not respond', () => {
  show(true);
  act(() => pendingSaveCount.set(1));
  expect(screen.getByRole('status').textContent).toBe(
    'Not everything is saved yet. You can continue: 1 save is stored on this device and sent as soon as the server accepts it.',
  );
});

test('a signed-out user sees it, with what happens to the unsaved text', async () => {
  localStorage.setItem(tokenKey, 'token');
  vi.stubGlobal('fetch', async () => Response.json({ success: true, user: { _id: 'u', name: 'Editor One' } }));
  show(false);
  await screen.findByText('Editor One');
  setUnsaved('hero.title', 'queued');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: tokenKey, newValue: null })));
  const getText = () => screen.getByRole('status').textContent;
  await waitFor(() => expect(getText()).toBe('You are signed out. Your text is still here. Sign in to continue.'));
  act(() => pendingSaveCount.set(1));
  expect(getText()).toBe('You are signed out. 1 save is stored on this device and sent once you have signed in.');
});
