import type { Preview, PreviewEdit, PreviewField } from '@threadline/schema/wire/preview';
import { useEffect, useState } from 'react';
import { api, getErrorMessage, isApiError, unwrap } from '../../../api/client.ts';
import type { Content } from '../../content/model/content-query.ts';
import { createTextPatch } from './optimistic-text-patch.ts';

/** The pause before a request is repeated that the server could not answer. */
const retryMs = 2000;
/** The pause in typing after which the page is rendered, if the frame shows the typed text by itself. */
const typingPauseMs = 200;
const tooManyRequests = 429;

interface PreviewRequest {
  path: string;
  edits: readonly PreviewEdit[];
  /** The field in which the user types. */
  focus?: PreviewField | undefined;
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

/**
 * Returns the current page, requested at most once per frame. One request runs at a time, and the newest state is next. A
 * text that the frame shows by itself waits for a pause: a page that arrives between two keystrokes would delay the second.
 */
export function useLivePreview({ path, edits, focus, revision, content, isSignedIn }: PreviewRequest) {
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
    () => loader.request({ path, edits, focus, revision, content, isSignedIn }),
    [loader, path, edits, focus, revision, content, isSignedIn],
  );

  return { preview, error };
}

function createLoader({ onPreview, onError }: Handlers) {
  let ended = new AbortController();
  let request: PreviewRequest | undefined;
  let rendered: RenderedPreview | undefined;
  let isLoading = false;
  let isStale = false;
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function load(sent: PreviewRequest, { signal }: AbortController): Promise<void> {
    isLoading = true;
    isStale = false;
    try {
      rendered = await fetchPreview(sent, signal);
      onPreview(rendered);
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
    if (request && isPatched(request)) timer = setTimeout(loadNextFrame, typingPauseMs);
    else loadNextFrame();
  }

  function loadNextFrame(): void {
    frame = requestAnimationFrame(() => request && load(request, ended));
  }

  /** Returns whether the frame changes the text of the rendered page by itself. */
  function isPatched({ path, focus, edits }: PreviewRequest): boolean {
    return Boolean(focus && rendered?.path === path && createTextPatch(focus, rendered.edits, edits));
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
