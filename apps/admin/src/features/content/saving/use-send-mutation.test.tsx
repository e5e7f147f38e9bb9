import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { contentKey, dashboardKey } from '../../../api/query-keys.ts';
import { useContent } from '../model/content-query.ts';
import { useChange } from './use-send-mutation.ts';

const item = { section: 'hero', key: 'title', value: 'Old words', type: 'text', metadata: {}, position: 0, version: 1 };

test('the list shows the new words in the rendering in which the save begins, and not a frame later', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => promise);
  onTestFinished(() => void vi.unstubAllGlobals());
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  queryClient.setQueryData(contentKey, { content: { hero: { title: item } }, revision: 1 });
  const rendered: string[] = [];

  function List() {
    const send = useChange();
    const [isSaving, setSaving] = useState(false);
    const words = String(useContent().data?.content.hero?.title?.value);
    rendered.push(`${words}${isSaving ? ', saving' : ''}`);
    const save = () => {
      setSaving(true);
      const change = { kind: 'save' as const, section: 'hero', key: 'title', metadata: {}, version: 1 };
      send({ change: { ...change, value: 'New words' }, words: 'Title', isUndo: false }).then(() => setSaving(false));
    };
    return (
      <button type="button" onClick={save}>
        {words}
      </button>
    );
  }
  render(
    <QueryClientProvider client={queryClient}>
      <List />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button'));
  expect(rendered).toContain('New words, saving');
  expect(rendered).not.toContain('Old words, saving');
  answer(Response.json({ success: true, item: { ...item, value: 'New words', version: 2 } }));
  await waitFor(() => expect(rendered.at(-1)).toBe('New words'));
});

test('the count of all content follows an addition and a removal at once', async () => {
  const added = { ...item, key: 'badge-new', value: { label: 'New' } };
  vi.stubGlobal('fetch', async () => Response.json({ success: true, item: added }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const queryClient = new QueryClient();
  queryClient.setQueryData(contentKey, { content: { hero: { title: item } }, revision: 1 });
  queryClient.setQueryData(dashboardKey, { contentItems: 179 });
  const { result } = renderHook(() => useChange(), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  const { section, key, value } = added;
  const made = { kind: 'save' as const, section, key, value, metadata: {}, version: undefined };
  await result.current({ change: made, words: 'New', isUndo: false });
  expect(queryClient.getQueryData(dashboardKey)).toEqual({ contentItems: 180 });
  const gone = { kind: 'remove' as const, section, key, version: 1 };
  await result.current({ change: gone, words: 'New', isUndo: false });
  expect(queryClient.getQueryData(dashboardKey)).toEqual({ contentItems: 179 });
});
