import { render, waitFor } from '@testing-library/react';
import type { PublishStatus } from '@threadline/schema/wire/publishing';
import { expect, test } from 'vitest';
import { InApp, offlineClient } from '../../../test-render.tsx';
import { statusKey } from '../../publishing/publishing-events.ts';
import { ArticleReport } from './use-article-report.tsx';

const live = {
  state: 'live',
  review: false,
  pinnedRelease: null,
  workingRevision: 12,
  liveRevision: 12,
  faults: [],
} as unknown as PublishStatus;

test('an article is reported as published only once visitors see it, with the reason if they do not', async () => {
  const client = offlineClient([[['session-options'], { siteUrl: 'https://example.org/' }]]);
  const { container } = render(
    <InApp client={client}>
      <ArticleReport text="Published." address="/insights/cash/" revision={12} />
    </InApp>,
  );
  const shows = async (change: Partial<PublishStatus>, text: string, hasLink = false) => {
    client.setQueryData<PublishStatus>(statusKey, { ...live, ...change });
    await waitFor(() => expect(container.textContent).toBe(text));
    expect(container.querySelector('a') !== null).toBe(hasLink);
  };
  await shows({ workingRevision: 11, liveRevision: 11 }, 'Saved. The site is being updated…');
  for (const state of ['saved', 'publishing', 'activated'] as const)
    await shows({ state }, 'Saved. The site is being updated…');
  const faults = [{ detail: '/x/ leads nowhere.' }];
  await shows(
    { state: 'failed', liveRevision: 11, faults },
    'Saved, but not published. /x/ leads nowhere. The site is unchanged.',
  );
  await shows(
    { state: 'rolled-back', pinnedRelease: '000009-abcdef01' },
    'The change is saved. Visitors see it once publishing is resumed.',
  );
  await shows({ review: true, pendingChanges: 1 }, 'The change is pending until it is published.');
  await shows({}, 'Published. View on the site', true);
});
