import type { Preview, PreviewEdit } from '@threadline/schema/wire/preview';
import { useEffect, useState } from 'react';
import { api, getErrorMessage, isApiError, unwrap } from '../../../api/client.ts';
import type { Content } from '../../content/model/content-query.ts';

/** The pause before a request is repeated that the server could not answer. */
const retryMs = 2000;
const tooManyRequests = 429;

interface PreviewRequest {
  path: string;
  edits: readonly PreviewEdit[];
  /** An earlier revision instead of the newest one. */
  revision?: number | undefined;
  /** Changes with every save, also of other editors. */
  content: Content;
  /** While it is false the server refuses every request. The request is sent again once it is true. */
  isSignedIn: boolean;
}

/** A rendered page, with the edits that it includes. */
export interface RenderedPreview extends Preview {
  edits: readonly PreviewEdit[];
}

interface PreviewError {
  message: string;
  /** The page, if the site no longer has it. */
  gonePath: string | undefined;
}

interface Handlers {
  onPreview: (preview: RenderedPreview) => void;
  onError: (error: PreviewError) => void;
}

/** Returns the current page, requested at most once per frame. One request runs at a time, and the newest state is next. */
export function useLivePreview({ path, edits, revision, content, isSignedIn }: PreviewRequest) {
  const [preview, setPreview] = useState<RenderedPreview>();
  const [error, setError] = useState<PreviewError>();
  const [loader] = useState(() =>
    createLoader({
      onPreview(next) {
        setPreview(next);
        setError(undefined);
      },
      onError: setError,
    }),
  );

  useEffect(() => loader.start(), [loader]);
  useEffect(
    () => loader.request({ path, edits, revision, content, isSignedIn }),
    [loader, path, edits, revision, content, isSignedIn],
  );

  return { preview, error };
}

function createLoader({ onPreview, onError }: Handlers) {
  let ended = new AbortController();
  let request: PreviewRequest | undefined;
  let isLoading = false;
  let isStale = false;
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function load(sent: PreviewRequest, { signal }: AbortController): Promise<void> {
    isLoading = true;
    isStale = false;
    try {
      onPreview(await fetchPreview(sent, signal));
    } catch (error) {
      if (signal.aborted) return;
      onError(toPreviewError(error, sent));
      if (!isRefusal(error)) timer = setTimeout(schedule, retryMs);
    } finally {
      isLoading = false;
    }
    if (isStale) schedule();
  }

  function schedule(): void {
    isStale = true;
    if (isLoading || ended.signal.aborted) return;
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => request && load(request, ended));
  }

  return {
    /** Returns a function that stops all requests. */
    start() {
      ended = new AbortController();
      return () => {
        ended.abort();
        clearTimeout(timer);
        cancelAnimationFrame(frame);
      };
    },
    request(next: PreviewRequest): void {
      if (request && isSameRequest(request, next)) return;
      request = next;
      schedule();
    },
  };
}

async function fetchPreview({ path, edits, revision }: PreviewRequest, signal: AbortSignal): Promise<RenderedPreview> {
  const json = { path, edits: [...edits], revision };
  return { ...(await unwrap(api.client.preview.$post({ json }, { init: { signal } }))), edits };
}

function toPreviewError(error: unknown, { path }: PreviewRequest): PreviewError {
  const message = getErrorMessage(error, 'The preview cannot be shown.');
  return { message, gonePath: isApiError(error, 'not-found') ? path : undefined };
}

function isSameRequest(one: PreviewRequest, other: PreviewRequest): boolean {
  const isSameState =
    one.path === other.path &&
    one.revision === other.revision &&
    one.content === other.content &&
    one.isSignedIn === other.isSignedIn;
  return isSameState && one.edits.length === other.edits.length && one.edits.every(isSameEdit);

  function isSameEdit({ section, key, value }: PreviewEdit, index: number): boolean {
    const edit = other.edits[index];
    return edit?.section === section && edit.key === key && edit.value === value;
  }
}

/** Returns whether the same request would be refused again: for a 4xx, but not for a rate limit. */
function isRefusal(error: unknown): boolean {
  return isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== tooManyRequests;
}
