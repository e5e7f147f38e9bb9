import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { queryClient } from '../../../api/query-client.ts';
import { contentKey } from '../../../api/query-keys.ts';
import { useContent } from '../model/content-query.ts';
import { type Edit, failureOf, problemInEditor, setFailure } from './save-queue.ts';
import { useSaving } from './use-content-mutations.ts';

const item = { section: 'hero', key: 'title', value: 'Old words', type: 'text', metadata: {}, position: 0, version: 1 };
const change = { kind: 'save', section: 'hero', key: 'title', value: 'New words', metadata: {}, version: 1 } as const;

/** A list that notes what it shows, each time it is rendered. */
function renderList(edit?: Edit) {
  const { promise, resolve: answer } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => promise);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    queryClient.clear();
    setFailure('hero.title', undefined);
  });
  queryClient.setQueryData(contentKey, { content: { hero: { title: item } }, revision: 1 });
  const shown: string[] = [];
  function List() {
    const { run, saving, outcome } = useSaving();
    const { value, version } = useContent().data?.content.hero?.title ?? {};
    const state = saving.length > 0 ? 'saving' : outcome ? `saved: ${outcome.succeeded}` : 'at rest';
    shown.push(`${value}, version ${version}, ${state}`);
    return (
      <button type="button" onClick={() => run(change, { edit })}>
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
  await waitFor(() => expect(shown).toHaveLength(2));
  answer(Response.json({ success: true, item: { ...item, value: 'New words', version: 2 } }));
  await waitFor(() => expect(shown.at(-1)).toContain('saved'));
  expect(shown).toEqual([
    'Old words, version 1, at rest',
    'New words, version 1, saving',
    'New words, version 2, saved: true',
  ]);
});

const edit: Edit = { draft: { value: 'New words', title: '' }, base: { value: 'Old words', title: '' } };
const wordless = { pointer: '/value', detail: 'Write something here.' };

test.each([
  ['internal', 500, [], true, /^Failed to update content. Please try again. It broke.$/],
  ['validation-failed', 422, [wordless], false, undefined],
  ['unavailable', 503, [], false, undefined],
])(
  '%s is told once: by the banner, at the field, or by the notice of what waits',
  async (code, status, errors, isBanner, words) => {
    const { shown, answer } = renderList(edit);
    fireEvent.click(screen.getByRole('button'));
    answer(
      Response.json({ success: false, code, status, detail: 'It broke.', message: 'It broke.', errors }, { status }),
    );
    await waitFor(() => expect(failureOf('hero.title')).toBeDefined());
    const failure = failureOf('hero.title');
    if (words) expect(problemInEditor(failure)).toMatch(words);
    else expect(problemInEditor(failure)).toBeUndefined();
    await waitFor(() => expect(shown.at(-1)).toBe(`Old words, version 1, ${isBanner ? 'saved: false' : 'at rest'}`));
    expect([failure?.waiting !== undefined, failure?.errors]).toEqual([
      code === 'unavailable',
      errors.length > 0 ? { '': wordless.detail } : undefined,
    ]);
  },
);
