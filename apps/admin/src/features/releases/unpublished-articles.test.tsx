import { screen } from '@testing-library/react';
import type { ContentItem } from '@threadline/schema/content/content-item';
import type { DraftSummary } from '@threadline/schema/wire/drafts';
import { expect, test } from 'vitest';
import { contentKey, draftsKey } from '../../api/query-keys.ts';
import { offlineClient, renderRouted } from '../../test-render.tsx';
import { UnpublishedArticles } from './unpublished-articles.tsx';

const at = '2026-11-21T10:00:00.000Z';

function article(key: string): ContentItem {
  const value = { title: key, publishedOn: '2026-10-01' };
  const stamps = { position: 0, version: 1, updatedAt: at, updatedBy: null };
  return { section: 'insights', key, value, type: 'article', metadata: {}, ...stamps };
}

const draft = (key: string, baseVersion: number | null): DraftSummary => ({
  ...{ section: 'insights', key, title: key, summary: {}, baseVersion, version: 1, schedule: null },
  ...{ updatedAt: at, updatedBy: null },
});

test('published articles with unpublished changes are counted, and new drafts are not', async () => {
  const items = ['article-a', 'article-b'].map(article);
  const content = { insights: Object.fromEntries(items.map((item) => [item.key, item])) };
  const client = offlineClient([
    [contentKey, { content, revision: 1 }],
    [draftsKey, [draft('article-a', 1), draft('article-draft-x', null)]],
  ]);
  renderRouted(UnpublishedArticles, client);
  const link = await screen.findByRole('link', { name: '1 article has unpublished changes.' });
  expect(link.getAttribute('href')).toBe('/articles?state=changed');
});
