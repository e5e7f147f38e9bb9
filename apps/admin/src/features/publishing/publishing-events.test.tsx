import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tokenKey } from '../../api/client.ts';
import { useEnquiryCounts } from '../../api/enquiry-counts.ts';
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

function Enquiries() {
  usePublishingEvents();
  return <p>{useEnquiryCounts().data?.byStatus.new} new</p>;
}

/** Shows a component while the server gives these answers, and returns how the server sends it an event. */
function renderWithEvents(component: ReactNode, answers: Record<string, () => object>) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const replies: Record<string, () => Response> = {
    '/api/publishing/events': () => new Response(readable),
    ...Object.fromEntries(Object.entries(answers).map(([path, read]) => [path, () => Response.json(read())])),
  };
  vi.stubGlobal('fetch', async (address: string) => replies[new URL(address, location.origin).pathname]?.());
  localStorage.setItem(tokenKey, 'token');
  onTestFinished(() => {
    vi.unstubAllGlobals();
    queryClient.clear();
    localStorage.clear();
  });
  render(
    <QueryClientProvider client={queryClient}>
      <SessionProvider>{component}</SessionProvider>
    </QueryClientProvider>,
  );
  return (event: string) => writer.write(new TextEncoder().encode(event));
}

const signedIn = { '/api/auth/me': () => ({ success: true, user: { _id: 'u1', name: 'Editor' } }) };

test('the dashboard reloads when another release goes live', async () => {
  let release = '000014-0123abcd';
  const dashboard = { '/api/dashboard': () => ({ success: true, site: { release } }) };
  const send = renderWithEvents(<Release />, { ...signedIn, ...dashboard });
  await screen.findByText(release);
  await send(status('2026-11-21T10:00:00.000Z', release));
  release = '000009-0123abcd';
  await send(status('2026-11-21T10:05:00.000Z', release));
  await waitFor(() => expect(screen.queryByText(release)).not.toBeNull());
});

test('an enquiry that arrives is counted at once', async () => {
  let arrived = 1;
  const counts = { '/api/enquiries/counts': () => ({ success: true, counts: { byStatus: { new: arrived } } }) };
  const send = renderWithEvents(<Enquiries />, { ...signedIn, ...counts });
  await screen.findByText('1 new');
  arrived = 2;
  await send('event: enquiries\ndata: \n\n');
  await screen.findByText('2 new');
});
