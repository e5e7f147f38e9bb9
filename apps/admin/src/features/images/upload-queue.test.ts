import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { tokenKey } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { setCurrentUser } from '../../store/current-user.ts';
import { dropUnsaved, hasOpenEdits } from '../../store/open-edits.ts';
import { hasUnsaved, mustConfirmClose } from '../../store/unsaved.ts';
import { addUploads, removeUpload, retryUpload, showUploads, type UploadTarget, useUploads } from './upload-queue.ts';

/** The sent requests, which the test answers. */
let requests: FakeRequest[] = [];

class FakeRequest {
  status = 0;
  responseText = '';
  upload = { onprogress: (_: { loaded: number; total: number }) => undefined };
  onload = () => undefined;
  onerror = () => undefined;
  onabort = () => undefined;
  open() {}
  setRequestHeader() {}
  send() {
    requests.push(this);
  }
  abort() {
    this.onabort();
  }
  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload();
  }
}

beforeEach(() => {
  requests = [];
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  onTestFinished(() => void vi.unstubAllGlobals());
});

const file = new File(['bytes'], 'desk.png', { type: 'image/png' });
const image = { _id: 'i1', originalName: 'desk.png' };
const stored = { success: true, images: [image], known: [], failures: [] };

function upload(target: UploadTarget) {
  queryClient.setQueryData(['images'], 'loaded');
  addUploads([file], target);
  const { result } = renderHook(() => useUploads());
  const isLibraryStale = () => queryClient.getQueryState(['images'])?.isInvalidated;
  return { result, isLibraryStale, last: () => result.current.uploads.at(-1) };
}

test('an upload continues when its screen is left, the browser asks before it closes, and the image counts as unseen', async () => {
  const leave = showUploads('library');
  const { result, isLibraryStale, last } = upload('library');
  leave();
  expect([last()?.state, hasUnsaved(), hasOpenEdits()]).toEqual(['uploading', true, false]);
  requests[0]?.answer(200, stored);
  await waitFor(() => expect(isLibraryStale()).toBe(true));
  expect(result.current).toMatchObject({ uploads: [], unseenCount: 1 });
  expect(hasUnsaved()).toBe(false);
});

test('a temporary failure can be retried, a file that is not an image cannot', async () => {
  const { isLibraryStale, last } = upload('library');
  requests[0]?.answer(503, { code: 'unavailable', message: 'Too busy.' });
  await waitFor(() => expect(last()).toMatchObject({ state: 'failed', canRetry: true, error: 'Too busy.' }));
  expect(hasUnsaved()).toBe(false);
  const failed = last();
  if (failed) retryUpload(failed);
  requests[1]?.answer(422, { code: 'validation-failed', message: 'This is no picture.' });
  await waitFor(() => expect(last()).toMatchObject({ state: 'failed', canRetry: false }));
  expect(isLibraryStale()).toBe(false);
});

test('a picker receives its image only while it is open, and another picker never does', async () => {
  const onArrived = vi.fn();
  const first = Symbol('picker');
  const close = showUploads(first, onArrived);
  const { isLibraryStale } = upload(first);
  close();
  onTestFinished(showUploads(Symbol('picker'), onArrived));
  requests[0]?.answer(200, stored);
  await waitFor(() => expect(isLibraryStale()).toBe(true));
  expect(onArrived).not.toHaveBeenCalled();
});

test('dropping unsaved work cancels the uploads', () => {
  const { result } = upload('library');
  act(() => dropUnsaved());
  expect(result.current.uploads.filter(({ state }) => state !== 'failed')).toEqual([]);
});

test('uploads are cancelled when another user signs in, and nothing stays unsaved for either user', () => {
  const owner = { _id: 'one', name: 'Editor One' };
  setCurrentUser(owner);
  upload('library');
  expect(mustConfirmClose()).toBe(true);
  act(() => void setCurrentUser({ _id: 'two', name: 'Editor Two' }));
  expect(mustConfirmClose()).toBe(false);
  act(() => void setCurrentUser(owner));
  expect(hasUnsaved()).toBe(false);
});

test('an upload cancelled during the renewal of the session is not sent again', async () => {
  localStorage.setItem(tokenKey, 'old');
  onTestFinished(() => localStorage.removeItem(tokenKey));
  const { promise, resolve: renew } = Promise.withResolvers<Response>();
  const renewal = vi.fn(() => promise);
  vi.stubGlobal('fetch', renewal);
  const { last } = upload('library');
  requests[0]?.answer(401, { code: 'unauthenticated' });
  await waitFor(() => expect(renewal).toHaveBeenCalledOnce());
  const cancelled = last();
  if (cancelled) act(() => removeUpload(cancelled));
  renew(Response.json({ success: true, token: 'new', user: {} }));
  await waitFor(() => expect(localStorage.getItem(tokenKey)).toBe('new'));
  // The next upload follows any request that the cancelled one might still send.
  const next = upload('library');
  await waitFor(() => expect(requests.at(-1)).not.toBe(requests[0]));
  requests.at(-1)?.answer(200, stored);
  await waitFor(() => expect(next.isLibraryStale()).toBe(true));
  expect(requests).toHaveLength(2);
});
