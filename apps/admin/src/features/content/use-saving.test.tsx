// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { queryClient } from '../../query-client.ts';
import { contentKey, useContent } from './content-query.ts';
import { useSaving } from './use-saving.ts';

const item = { section: 'hero', key: 'title', value: 'Old words', type: 'text', metadata: {}, position: 0, version: 1 };
const change = { kind: 'save', section: 'hero', key: 'title', value: 'New words', metadata: {}, version: 1 } as const;

/** A list that notes what it shows, each time it is rendered. */
function renderList() {
  const { promise, resolve: answer } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => promise);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    queryClient.clear();
  });
  queryClient.setQueryData(contentKey, { content: { hero: { title: item } }, revision: 1 });
  const shown: string[] = [];
  function List() {
    const { run, saving, outcome } = useSaving();
    const { value, version } = useContent().data?.content.hero?.title ?? {};
    const state = saving.length > 0 ? 'saving' : outcome ? `saved: ${outcome.succeeded}` : 'at rest';
    shown.push(`${value}, version ${version}, ${state}`);
    return (
      <button type="button" onClick={() => run(change)}>
        Save
      </button>
    );
  }
  render(
    <QueryClientProvider client={queryClient}>
      <List />
    </QueryClientProvider>,
  );
  return { shown, answer };
}

test('a save renders the list twice: with the click, and with the answer', async () => {
  const { shown, answer } = renderList();
  fireEvent.click(screen.getByRole('button'));
  await vi.waitFor(() => expect(shown).toHaveLength(2));
  answer(Response.json({ success: true, item: { ...item, value: 'New words', version: 2 } }));
  await vi.waitFor(() => expect(shown.at(-1)).toContain('saved'));
  expect(shown).toEqual([
    'Old words, version 1, at rest',
    'New words, version 1, saving',
    'New words, version 2, saved: true',
  ]);
});
