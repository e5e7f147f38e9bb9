import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setWaitingSaves } from '../waiting-saves.ts';
import { ConnectionContext } from './connection.ts';
import { OfflineNotice } from './offline-notice.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  act(() => setWaitingSaves(0));
});

function show(connected: boolean) {
  render(
    <ConnectionContext value={connected}>
      <OfflineNotice keepsWords={undefined} />
    </ConnectionContext>,
  );
}

test('saves that wait are counted on screens that keep nothing themselves', () => {
  show(true);
  expect(screen.queryByRole('status')).toBeNull();
  act(() => setWaitingSaves(2));
  expect(screen.getByRole('status').textContent).toContain('2 saves are kept on this device');
});

test('a server that does not answer is not called a missing network', () => {
  show(false);
  expect(screen.getByRole('status').textContent).toContain('The server does not answer.');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getByRole('status').textContent).toContain('You are offline.');
});
