import { act, render, screen, within } from '@testing-library/react';
import type { ContentItem } from '@threadline/schema/content/content-item';
import { expect, test } from 'vitest';
import { contentKey, draftsKey } from '../../../api/query-keys.ts';
import type { Change } from '../../../store/last-changes.ts';
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

function renderQuestion(client = onlineClient()): ReturnType<typeof useLinkQuestion> {
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
  if (!ask) throw new Error('Expected the question to be rendered.');
  return ask;
}

test('the question marks an item whose draft keeps the link', async () => {
  const client = onlineClient();
  client.setQueryData(draftsKey, [{ section: 'hero', key: 'slide-a' }]);
  const ask = renderQuestion(client);
  const removal = { kind: 'remove', section: 'services', key: 'service-a', version: 1 } as const;
  await act(async () => void ask(removal, content));
  const marks = within(await screen.findByRole('dialog'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.includes('unpublished draft'));
  expect(marks).toEqual([true, false]);
});

test('an entry whose links cannot be read is shown without them, with a sentence', async () => {
  const client = onlineClient();
  client.setQueryData(contentKey, { content });
  const ask = renderQuestion(client);
  const hidden = createItem('services', 'service-a', { title: 'Audit' });
  const shown = { kind: 'save', section: 'services', key: 'service-a', value: hidden.value, metadata: {}, version: 1 };
  const changes = await ask(shown as Change, { services: { 'service-a': { ...hidden, metadata: { hidden: true } } } });
  expect(changes).toEqual({
    saves: [],
    detail: 'The links to it could not be checked, so they stay as they are.',
  });
});
