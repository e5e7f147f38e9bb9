import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { EnquirySummaryPanel } from '../features/enquiries/inbox/enquiry-summary.tsx';
import { SharePanel } from '../features/preview-feedback/share-links.tsx';
import { PrivacyRequests } from '../features/privacy/privacy-requests.tsx';
import { Erasures } from '../features/privacy/privacy-view.tsx';
import { Deliveries } from '../features/publishing/deliveries.tsx';
import { InApp, onlineClient } from '../test-render.tsx';

afterEach(() => vi.unstubAllGlobals());

const Links = () => <SharePanel path="/" />;

function show(List: ComponentType) {
  render(
    <InApp client={onlineClient()}>
      <List />
    </InApp>,
  );
}

const lists = [
  ['the privacy requests', PrivacyRequests, 'The requests could not be loaded.', { requests: [] }],
  [
    'the list of deleted data',
    Erasures,
    'The list of deleted data could not be loaded.',
    { erasures: [], scheduled: { enquiries: 0, firstAt: null } },
  ],
  ['the deliveries', Deliveries, 'The deliveries could not be loaded.', { deliveries: [] }],
  ['the links of a preview', Links, 'The links could not be loaded.', { links: [] }],
] as const;

test.each(lists)('%s load, fail with the reason, and load after Retry', async (_, List, what, body) => {
  const { promise, resolve: answer } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => promise);
  show(List);
  expect(screen.getAllByRole('status').some(({ textContent }) => textContent?.includes('Loading'))).toBe(true);
  expect(screen.queryByText(/^(No requests|Nothing|No link)/)).toBeNull();
  answer(Response.json({ code: 'internal', message: 'No luck.' }, { status: 500 }));
  const alert = (await screen.findByText(what)).closest('[role=alert]');
  expect(alert?.textContent).toContain('No luck.');

  vi.stubGlobal('fetch', async () => Response.json({ success: true, ...body }));
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^(No requests yet|Nothing has been|There are no active links)/)).toBeTruthy();
  expect(screen.queryByText(what)).toBeNull();
});

test('the dashboard shows when enquiries could not be counted, and retries', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(String(address));
    return Response.json({ code: 'internal', message: 'No luck.' }, { status: 500 });
  });
  show(EnquirySummaryPanel);
  await screen.findByText('The enquiries could not be counted.');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(asked).toEqual(['/api/enquiries/counts', '/api/enquiries/counts']));
});
