import { act, render, screen, within } from '@testing-library/react';
import type { ContentItem } from '@threadline/schema/content/content-item';
import { expect, test } from 'vitest';
import { draftsKey } from '../../../api/query-keys.ts';
import { InApp, onlineClient } from '../../../test-render.tsx';
import { useLinkQuestion } from './use-link-question.tsx';

function createItem(section: string, key: string, value: unknown): ContentItem {
  const at = { version: 1, position: 0, updatedAt: '2026-11-21T10:00:00.000Z', updatedBy: null };
  return { section, key, value, type: 'text', metadata: {}, ...at };
}

const link = { label: 'See the audit', href: '#a' };
const content = {
  hero: {
    'slide-a': createItem('hero', 'slide-a', { label: 'A', primaryCTA: link }),
    'slide-b': createItem('hero', 'slide-b', { label: 'B', primaryCTA: link }),
  },
  services: { 'service-a': createItem('services', 'service-a', { title: 'Audit' }) },
};

test('the question marks an item whose draft keeps the link', async () => {
  const client = onlineClient();
  client.setQueryData(draftsKey, [{ section: 'hero', key: 'slide-a' }]);
  let ask: ReturnType<typeof useLinkQuestion> | undefined;
  function Asker() {
    ask = useLinkQuestion();
    return null;
  }
  render(
    <InApp client={client}>
      <Asker />
    </InApp>,
  );
  const removal = { kind: 'remove', section: 'services', key: 'service-a', version: 1 } as const;
  await act(async () => void ask?.(removal, content));
  const marks = within(await screen.findByRole('dialog'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.includes('unpublished draft'));
  expect(marks).toEqual([true, false]);
});
