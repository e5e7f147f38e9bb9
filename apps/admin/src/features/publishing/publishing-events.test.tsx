import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tokenKey } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { SessionProvider } from '../../session.tsx';
import { useDashboard } from '../dashboard/dashboard-query.ts';
import { usePublishingEvents } from './publishing-events.ts';

const status = (liveAt: string, liveRelease: string) =>
  `event: status\ndata: ${JSON.stringify({ state: 'live', liveAt, liveRelease, revision: 14, workingRevision: 14 })}\n\n`;

function Release() {
  usePublishingEvents();
  return <p>{useDashboard().data?.site.release}</p>;
}

test('the dashboard reloads when another release goes live', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const send = (event: string) => writer.write(new TextEncoder().encode(event));
  let release = '000014-0123abcd';
  const answers: Record<string, () => Response> = {
    '/api/auth/me': () => Response.json({ success: true, user: { _id: 'u1', name: 'Editor' } }),
    '/api/publishing/events': () => new Response(readable),
    '/api/dashboard': () => Response.json({ success: true, site: { release } }),
  };
  vi.stubGlobal('fetch', async (address: string) => answers[new URL(address, location.origin).pathname]?.());
  localStorage.setItem(tokenKey, 'token');
  onTestFinished(() => {
    vi.unstubAllGlobals();
    queryClient.clear();
    localStorage.clear();
  });
  render(
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <Release />
      </SessionProvider>
    </QueryClientProvider>,
  );
  await screen.findByText(release);
  await send(status('2026-11-21T10:00:00.000Z', release));
  release = '000009-0123abcd';
  await send(status('2026-11-21T10:05:00.000Z', release));
  await waitFor(() => expect(screen.queryByText(release)).not.toBeNull());
});
