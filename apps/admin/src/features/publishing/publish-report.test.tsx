import { screen } from '@testing-library/react';
import type { PublishStatus } from '@threadline/schema/wire/publishing';
import { expect, test } from 'vitest';
import { offlineClient, renderRouted } from '../../test-render.tsx';
import { ToastProvider } from '../../ui/toast.tsx';
import { usePublishReport } from './publish-report.tsx';
import { statusKey } from './publishing-events.ts';

const reply = { state: 'live', revision: 9, liveRevision: 6 } as PublishStatus;

function Publish({ before }: { before: PublishStatus }) {
  const report = usePublishReport();
  return (
    <button type="button" onClick={() => report(3, before)}>
      Publish
    </button>
  );
}

async function renderReport(before: PublishStatus) {
  const live = { ...reply, liveRevision: 9 };
  renderRouted(
    () => (
      <ToastProvider>
        <Publish before={before} />
      </ToastProvider>
    ),
    offlineClient([[statusKey, live]]),
  );
  (await screen.findByRole('button', { name: 'Publish' })).click();
  await screen.findByText(/Published 3 changes\./);
}

test('the report of a publish leads to the release that visitors saw before', async () => {
  await renderReport(reply);
  const link = screen.getByRole('link', { name: 'View the previous release' });
  expect(link.getAttribute('href')).toBe('/releases/version?revision=6');
});

test('the report of the first publish leads to no earlier release', async () => {
  await renderReport({ ...reply, liveRevision: null });
  expect(screen.queryByRole('link', { name: 'View the previous release' })).toBeNull();
});
