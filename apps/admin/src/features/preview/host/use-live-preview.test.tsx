import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLivePreview } from './use-live-preview.ts';

const content = { content: {}, revision: 1 } as never;
const edit = (value: string) => [{ section: 'hero', key: 'title', value }];

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Answers every preview request with the status. Returns the requests and the hook. */
function renderPreview(status: number) {
  const requests: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    requests.push(JSON.parse(String(body)));
    return Response.json({ success: false, code: 'validation-failed', message: 'No.' }, { status });
  });
  const hook = renderHook((wanted) => useLivePreview(wanted), {
    initialProps: { path: '/', edits: edit('One'), content, isSignedIn: true },
  });
  return { requests, ...hook };
}

test.each([400, 401, 403, 413, 422])(
  'a preview refused with %i is not requested again until the draft changes',
  async (status) => {
    const { requests, result, rerender } = renderPreview(status);
    await waitFor(() => expect(result.current.error?.message).toBe('No.'));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(requests).toHaveLength(1);
    rerender({ path: '/', edits: edit('Two'), content, isSignedIn: true });
    await waitFor(() => expect(requests).toHaveLength(2));
    expect(requests[1]).toMatchObject({ edits: edit('Two') });
  },
);

test.each([429, 500, 503])('a preview that failed with %i is requested again by itself', async (status) => {
  const { requests, result } = renderPreview(status);
  await waitFor(() => expect(result.current.error?.message).toBe('No.'));
  await vi.advanceTimersByTimeAsync(5000);
  expect(requests.length).toBeGreaterThan(1);
});

test('a preview refused because the session ended is requested again after signing in', async () => {
  const { requests, result, rerender } = renderPreview(401);
  await waitFor(() => expect(result.current.error?.message).toBe('No.'));
  rerender({ path: '/', edits: edit('One'), content, isSignedIn: false });
  rerender({ path: '/', edits: edit('One'), content, isSignedIn: true });
  await waitFor(() => expect(requests.length).toBeGreaterThan(1));
});

test('a text that the frame shows by itself is rendered once the user pauses, and everything else at once', async () => {
  // Only the test advances the time, however slow the machine is.
  vi.useRealTimers();
  vi.useFakeTimers();
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const requests: { edits: unknown }[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    requests.push(JSON.parse(String(body)));
    return Response.json({ path: '/', html: `page ${requests.length}`, fields: [] });
  });
  const focus = { section: 'hero', key: 'title', pointer: '' };
  const other = { section: 'hero', key: 'subtitle', value: 'Another' };
  const show = (edits: object[]) => ({ path: '/', edits, focus, content, isSignedIn: true }) as never;
  const { result, rerender } = renderHook(useLivePreview, { initialProps: show(edit('One')) });
  await pass(20);
  expect(result.current.preview?.html).toBe('page 1');
  for (const text of ['One t', 'One tw', 'One two']) {
    rerender(show(edit(text)));
    await pass(100);
  }
  expect(requests).toHaveLength(1);
  await pass(150);
  expect(result.current.preview?.html).toBe('page 2');
  expect(requests[1]?.edits).toEqual(edit('One two'));
  rerender(show([...edit('One two'), other]));
  await pass(20);
  expect(requests).toHaveLength(3);
});
