import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { tokenKey } from '../../api/client.ts';
import { setCurrentUser } from '../../store/current-user.ts';
import { dropUnsaved, hasOpenEdits, hasUnsaved, mustConfirmClose } from '../../store/unsaved.ts';
import { addUploads, dropUpload, retryUpload, showUploads, useUploads } from './uploads.ts';

/** The requests that were made, each of which the test answers. */
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

function give(place: 'library' | 'field') {
  const onStored = vi.fn();
  addUploads([file], { place, onStored });
  const { result } = renderHook(() => useUploads());
  return { result, onStored, row: () => result.current.rows.at(-1) };
}

test('an upload goes on when its screen is left, keeps the page from being closed, and is counted as unseen', async () => {
  const leave = showUploads('library');
  const { result, onStored, row } = give('library');
  leave();
  expect([row()?.state, hasUnsaved(), hasOpenEdits()]).toEqual(['uploading', true, false]);
  requests[0]?.answer(200, stored);
  await waitFor(() => expect(onStored).toHaveBeenCalledOnce());
  expect(result.current).toMatchObject({ rows: [], unseen: 1 });
  expect(hasUnsaved()).toBe(false);
});

test('what failed for a moment is sent again; what is no picture is not', async () => {
  const { onStored, row } = give('library');
  requests[0]?.answer(503, { code: 'unavailable', message: 'Too busy.' });
  await waitFor(() => expect(row()).toMatchObject({ state: 'failed', canRetry: true, problem: 'Too busy.' }));
  expect(hasUnsaved()).toBe(false);
  const failed = row();
  if (failed) retryUpload(failed);
  requests[1]?.answer(422, { code: 'validation-failed', message: 'This is no picture.' });
  await waitFor(() => expect(row()).toMatchObject({ state: 'failed', canRetry: false }));
  expect(onStored).not.toHaveBeenCalled();
});

test('a field gets its picture only while it is being chosen', async () => {
  const onArrived = vi.fn();
  const close = showUploads('field', onArrived);
  const { onStored } = give('field');
  close();
  requests[0]?.answer(200, stored);
  await waitFor(() => expect(onStored).toHaveBeenCalledOnce());
  expect(onArrived).not.toHaveBeenCalled();
});

test('whoever agrees to lose them stops the uploads', () => {
  const { result } = give('library');
  act(() => dropUnsaved());
  expect(result.current.rows.filter(({ state }) => state !== 'failed')).toEqual([]);
});

test('uploads end when another user signs in, and then nothing is unsaved for either user', () => {
  const owner = { _id: 'one', name: 'Editor One' };
  setCurrentUser(owner);
  give('library');
  expect(mustConfirmClose()).toBe(true);
  act(() => void setCurrentUser({ _id: 'two', name: 'Editor Two' }));
  expect(mustConfirmClose()).toBe(false);
  act(() => void setCurrentUser(owner));
  expect(hasUnsaved()).toBe(false);
});

test('an upload that is cancelled while the session is renewed is not sent again', async () => {
  localStorage.setItem(tokenKey, 'old');
  onTestFinished(() => localStorage.removeItem(tokenKey));
  const { promise, resolve: renew } = Promise.withResolvers<Response>();
  const renewal = vi.fn(() => promise);
  vi.stubGlobal('fetch', renewal);
  const { onStored, row } = give('library');
  requests[0]?.answer(401, { code: 'unauthenticated' });
  await waitFor(() => expect(renewal).toHaveBeenCalledOnce());
  const cancelled = row();
  if (cancelled) act(() => dropUpload(cancelled));
  renew(Response.json({ success: true, token: 'new', user: {} }));
  await waitFor(() => expect(localStorage.getItem(tokenKey)).toBe('new'));
  // The next upload comes after whatever the cancelled one would still send.
  const next = give('library');
  await waitFor(() => expect(requests.at(-1)).not.toBe(requests[0]));
  requests.at(-1)?.answer(200, stored);
  await waitFor(() => expect(next.onStored).toHaveBeenCalledOnce());
  expect(requests).toHaveLength(2);
  expect(onStored).not.toHaveBeenCalled();
});
