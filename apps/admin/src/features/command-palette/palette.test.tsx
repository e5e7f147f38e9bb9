import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { InApp, onlineClient } from '../../test-render.tsx';
import { SearchUnavailable } from './palette.tsx';

test('the reason why content could not be loaded is shown until Retry loads it', async () => {
  const replies = [
    Response.json({ title: 'Unavailable', detail: 'The database is away.', code: 'unavailable' }, { status: 503 }),
    Response.json({ success: true, content: {}, revision: 1 }),
  ];
  vi.stubGlobal('fetch', async () => replies.shift());
  onTestFinished(() => void vi.unstubAllGlobals());
  render(
    <InApp client={onlineClient()}>
      <SearchUnavailable />
    </InApp>,
  );
  const said = await screen.findByRole('alert');
  expect(said.textContent).toContain('The text of the site could not be loaded. The database is away.');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
