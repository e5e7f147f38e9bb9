import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { tokenKey } from '../../api.ts';
import { SessionProvider } from '../../session.tsx';
import { Themed } from '../../test-render.tsx';
import { ToastProvider } from '../../ui/toast.tsx';
import { failureOf, setFailure } from './failures.ts';
import { ResumeSaves } from './resume-saves.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  setFailure('hero.title', undefined);
});

function setUp(answer: Response) {
  localStorage.setItem(tokenKey, 'token');
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (init?.method === 'PUT') {
      sent.push(JSON.parse(String(init.body)));
      return answer;
    }
    return Response.json({ success: true, user: { _id: 'u', name: 'Editor One' }, address });
  });
  setFailure('hero.title', {
    problem: 'Nobody answered.',
    edit: { draft: { value: 'Build it', title: '' }, base: undefined },
    waiting: { change: { kind: 'save', section: 'hero', key: 'title', value: 'Build it', metadata: {}, version: 1 } },
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider>
        <Themed>
          <ToastProvider>
            <ResumeSaves />
          </ToastProvider>
        </Themed>
      </SessionProvider>
    </QueryClientProvider>,
  );
  return { sent };
}

/** Once the session is known it listens, and does not wait for its pause. */
async function comeOnline(until: () => boolean) {
  await waitFor(() => {
    act(() => void window.dispatchEvent(new Event('online')));
    expect(until()).toBe(true);
  });
}

test('what waits is sent and told without the content screen', async () => {
  const item = { section: 'hero', key: 'title', value: 'Build it', metadata: {}, version: 2 };
  const { sent } = setUp(Response.json({ success: true, item }));
  await comeOnline(() => failureOf('hero.title') === undefined);
  expect(sent[0]).toEqual({ value: 'Build it', metadata: {} });
  expect(await screen.findByText(/^Saved now:/)).toBeTruthy();
});

test('what waited and is refused is told, too, and stays', async () => {
  setUp(
    Response.json({ success: false, code: 'validation-failed', message: 'Too long.', errors: [] }, { status: 422 }),
  );
  await comeOnline(() => failureOf('hero.title')?.waiting === undefined);
  expect(await screen.findByText(/Content Management says why/)).toBeTruthy();
  expect(failureOf('hero.title')?.edit?.draft.value).toBe('Build it');
});
