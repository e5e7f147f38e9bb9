import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { queryClient } from '../../../api/query-client.ts';
import { contentKey, dashboardKey } from '../../../api/query-keys.ts';
import type { Change } from '../../../store/last-changes.ts';
import { Themed } from '../../../test-render.tsx';
import { messages } from '../../../ui/messages.ts';
import { ToastProvider } from '../../../ui/toast.tsx';
import { useContent } from '../model/content-query.ts';
import { readLocalText, storeLocalText } from './local-texts.ts';
import { type Edit, getEditorMessage, getQueued, holdPending, setQueued } from './save-queue.ts';
import { useContentMutations } from './use-content-mutations.ts';
import { useSendChanges } from './use-send-changes.ts';

const item = { section: 'hero', key: 'title', value: 'Old text', type: 'text', metadata: {}, position: 0, version: 1 };
const change = { kind: 'save', section: 'hero', key: 'title', value: 'New text', metadata: {}, version: 1 } as const;
const edit: Edit = {
  text: { value: 'New text', title: '' },
  base: { value: 'Old text', title: '' },
  localId: 'hero.title',
};

function InApp({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Themed>
        <ToastProvider>{children}</ToastProvider>
      </Themed>
    </QueryClientProvider>
  );
}

/** Responds to the next request with the returned function. */
function stubServer() {
  const { promise, resolve: answer } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => promise);
  queryClient.setQueryData(contentKey, { content: { hero: { title: item } }, revision: 1 });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    queryClient.clear();
    setQueued('hero.title', undefined);
  });
  return answer;
}

/** Renders a list that records the states it shows. */
function renderList() {
  const answer = stubServer();
  const shown: string[] = [];
  function List() {
    const { run, isSaving } = useContentMutations();
    const { value, version } = useContent().data?.content.hero?.title ?? {};
    const state = isSaving('hero.title') ? 'saving' : 'idle';
    const next = `${value}, version ${version}, ${state}`;
    if (shown.at(-1) !== next) shown.push(next);
    return (
      <button type="button" onClick={() => run(change, { edit })}>
        Save
      </button>
    );
  }
  render(<List />, { wrapper: InApp });
  return { shown, answer };
}

test('a save is shown at once, and its response without a state in between', async () => {
  const { shown, answer } = renderList();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(shown).toHaveLength(2));
  answer(Response.json({ success: true, item: { ...item, value: 'New text', version: 2 } }));
  expect(await screen.findByText(messages.contentSaved)).toBeTruthy();
  expect(shown).toEqual(['Old text, version 1, idle', 'New text, version 1, saving', 'New text, version 2, idle']);
});

const emptyText = { pointer: '/value', detail: 'This field cannot be empty.' };

test.each([
  ['internal', 500, [], true, /^Failed to update content. Please try again. It broke.$/],
  ['validation-failed', 422, [emptyText], false, undefined],
  ['unavailable', 503, [], false, undefined],
])(
  '%s is shown in one place: the message, the field, or the notice about pending saves',
  async (code, status, errors, hasMessage, message) => {
    const { shown, answer } = renderList();
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    answer(
      Response.json({ success: false, code, status, detail: 'It broke.', message: 'It broke.', errors }, { status }),
    );
    await waitFor(() => expect(getQueued('hero.title')?.state).not.toBe('sending'));
    const queued = getQueued('hero.title');
    if (message) expect(getEditorMessage(queued)).toMatch(message);
    else expect(getEditorMessage(queued)).toBeUndefined();
    await waitFor(() => expect(shown.at(-1)).toBe('Old text, version 1, idle'));
    expect(screen.queryByText(messages.contentFailed) !== null).toBe(hasMessage);
    expect([queued?.state, queued?.errors]).toEqual([
      code === 'unavailable' ? 'pending' : 'failed',
      errors.length > 0 ? { '': emptyText.detail } : undefined,
    ]);
  },
);

test('an accepted save removes its text from this browser, but not one typed since then', async () => {
  const key = { userId: '', id: 'hero.title' };
  const { answer } = renderList();
  storeLocalText(key, { text: edit.text });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const sending = getQueued('hero.title');
  if (!sending) throw new Error('Nothing is queued.');
  setQueued('hero.title', { ...sending, state: 'pending' });
  const newer = { value: 'Newer text', title: '' };
  storeLocalText(key, { text: newer });
  holdPending('hero.title', newer);
  answer(Response.json({ success: true, item: { ...item, value: 'New text', version: 2 } }));
  await waitFor(() => expect(getQueued('hero.title')?.message).toMatch(/^Your earlier text is saved/));
  expect([getQueued('hero.title')?.edit?.text, readLocalText(key)?.text]).toEqual([newer, newer]);
});

test('the number of content items changes with an addition and a removal at once', async () => {
  const added = { ...item, key: 'badge-new', value: { label: 'New' } };
  stubServer()(Response.json({ success: true, item: added }));
  queryClient.setQueryData(dashboardKey, { contentItems: 179 });
  const { result } = renderHook(() => useSendChanges(), { wrapper: InApp });
  const send = (next: Change) => act(() => result.current([next], { description: 'New' }));
  const { section, key, value } = added;
  await send({ kind: 'save', section, key, value, metadata: {}, version: undefined });
  expect(queryClient.getQueryData(dashboardKey)).toEqual({ contentItems: 180 });
  vi.stubGlobal('fetch', async () => Response.json({ success: true }));
  await send({ kind: 'remove', section, key, version: 1 });
  expect(queryClient.getQueryData(dashboardKey)).toEqual({ contentItems: 179 });
});

test('several saves are sent as one request, and one Undo restores all of them', async () => {
  const subtitle = { ...item, key: 'subtitle', value: 'Old subtitle' };
  stubServer();
  queryClient.setQueryData(contentKey, { content: { hero: { title: item, subtitle } }, revision: 1 });
  const requests: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { method, body }: { method: string; body: string }) => {
    if (method !== 'PUT') return Response.json({ success: true, content: {}, revision: 1 });
    const { updates } = JSON.parse(body) as { updates: (typeof item)[] };
    requests.push(updates.map(({ key, value, version }) => [key, value, version]));
    return Response.json({
      success: true,
      items: updates.map((update) => ({ ...item, ...update, version: update.version + 1 })),
    });
  });
  const { result } = renderHook(() => useContentMutations(), { wrapper: InApp });
  const save = (key: string, value: string) => ({ ...change, key, value });
  await act(() =>
    result.current.runAll([save('title', 'New'), save('subtitle', 'Newer')], {
      description: 'the new name',
      message: { detail: 'Done.' },
    }),
  );
  expect(screen.getByRole('status').textContent).toContain('Done.');
  await act(() => result.current.steps.undo?.run());
  expect(requests).toEqual([
    [
      ['title', 'New', 1],
      ['subtitle', 'Newer', 1],
    ],
    [
      ['title', 'Old text', 2],
      ['subtitle', 'Old subtitle', 2],
    ],
  ]);
  expect(screen.getByRole('status').textContent).toContain('Undone: the new name.');
});

test('the Undo of a removal with its links adds the entry only if no other editor has restored it', async () => {
  stubServer();
  const entry = { ...item, key: 'ticker-a', value: 'Entry' };
  queryClient.setQueryData(contentKey, { content: { hero: { title: item, 'ticker-a': entry } }, revision: 1 });
  const requests: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { method, body }: { method: string; body: string }) => {
    if (method !== 'PUT') return Response.json({ success: true, content: {}, revision: 1 });
    const { updates, removals } = JSON.parse(body) as {
      updates: (typeof item & { isNew?: boolean })[];
      removals?: unknown;
    };
    requests.push([updates.map(({ key, version, isNew }) => [key, version, isNew]), removals]);
    return Response.json({ success: true, items: updates.map((update) => ({ ...item, ...update, version: 2 })) });
  });
  const { result } = renderHook(() => useContentMutations(), { wrapper: InApp });
  const place = { section: 'hero', key: 'ticker-a', version: 1 };
  await act(() =>
    result.current.runAll([{ kind: 'remove', ...place }, change], { description: 'the removal', message: {} }),
  );
  await act(() => result.current.steps.undo?.run());
  expect(requests).toEqual([
    [[['title', 1, undefined]], [place]],
    [
      [
        ['ticker-a', undefined, true],
        ['title', 2, undefined],
      ],
      undefined,
    ],
  ]);
});

test.each([false, true])(
  'a change without a text that is refused is reported once, in the message (silent: %s)',
  async (isSilent) => {
    const answer = stubServer();
    const { result } = renderHook(() => useContentMutations({ isSilent }), { wrapper: InApp });
    const hide = act(() => result.current.run({ ...change, value: 'Old text', metadata: { hidden: true } }));
    const problem = { code: 'conflict', title: 'Conflict', status: 409, detail: 'A button leads to it.' };
    answer(Response.json(problem, { status: 409, headers: { 'content-type': 'application/problem+json' } }));
    expect(await hide).toBe(false);
    await screen.findByText(/A button leads to it\./);
    expect(getQueued('hero.title')).toBeUndefined();
  },
);

test('a refused change without a text leaves the text in the queue that was saved after it', async () => {
  stubServer();
  const [first, second] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
  const answers = [first.promise, second.promise];
  vi.stubGlobal('fetch', () => answers.shift());
  const { result } = renderHook(() => useContentMutations(), { wrapper: InApp });
  const sent: Promise<boolean>[] = [];
  const run = (...options: Parameters<typeof result.current.run>) =>
    act(() => void sent.push(result.current.run(...options)));
  run({ ...change, value: 'Old text', metadata: { hidden: true } });
  run(change, { edit });
  const problem = { code: 'conflict', title: 'Conflict', status: 409, detail: 'A button leads to it.' };
  first.resolve(Response.json(problem, { status: 409, headers: { 'content-type': 'application/problem+json' } }));
  await act(async () => expect(await sent[0]).toBe(false));
  expect(getQueued('hero.title')?.edit).toBe(edit);
  second.resolve(Response.json({ success: true, item: { ...item, value: 'New text', version: 2 } }));
  await act(async () => expect(await sent[1]).toBe(true));
});
