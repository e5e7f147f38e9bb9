import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { presenceKey } from '../../publishing/publishing-events.ts';
import { formatEditors, useAnnouncePresence } from './presence.ts';

test.each([
  [[], undefined],
  [['Editor One'], 'Editor One is editing this'],
  [['Editor One', 'Editor One'], 'Editor One is editing this'],
  [['Editor One', 'Editor Two'], 'Editor One and Editor Two are editing this'],
])('%j: %s', (names, sentence) => {
  expect(formatEditors(names, 'this')).toBe(sentence);
});

test('a place is announced to each new stream, and removed only from the open stream', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return Response.json({ success: true });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const queryClient = new QueryClient();
  const connect = (stream: string | undefined) =>
    act(() => void queryClient.setQueryData(presenceKey, { stream, others: [] }));
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client: queryClient }, children);
  const { unmount } = renderHook(() => useAnnouncePresence('hero', 'title'), { wrapper });
  const place = { section: 'hero', key: 'title' };

  connect('first');
  await waitFor(() => expect(sent).toHaveLength(1));
  connect(undefined);
  connect('second');
  await waitFor(() => expect(sent.at(-1)).toEqual({ stream: 'second', place }));
  unmount();
  await waitFor(() => expect(sent.at(-1)).toEqual({ stream: 'second', place: null }));
  expect(sent).toEqual([
    { stream: 'first', place },
    { stream: 'second', place },
    { stream: 'second', place: null },
  ]);
});
