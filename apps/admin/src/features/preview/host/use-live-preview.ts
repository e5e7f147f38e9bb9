import type { Preview, PreviewEdit } from '@threadline/schema/preview';
import { useEffect, useRef, useState } from 'react';
import { api, getErrorMessage, isApiError, unwrap } from '../../../api/client.ts';
import type { Content } from '../../content/model/content-query.ts';

/** The pause before a preview request is repeated that the server could not answer. */
const retryMs = 2000;
const tooManyRequests = 429;

interface Wanted {
  path: string;
  edits: readonly PreviewEdit[];
  /** Changes with every save, also of somebody else. */
  content: Content;
  /** While it is false the server refuses every preview; the request is sent again once it is true. */
  isSignedIn: boolean;
}

/** A page, and what it was made from. */
export interface MadePreview extends Preview {
  edits: readonly PreviewEdit[];
}

interface Trouble {
  message: string;
  /** The site has no such page any more. */
  isGone: boolean;
}

/**
 * The page as it is now, asked for anew at most once per frame. One request at a time, and the newest state wins: what was
 * typed while it was under way goes with the next one.
 */
export function useLivePreview({ path, edits, content, isSignedIn }: Wanted) {
  const [preview, setPreview] = useState<MadePreview>();
  const [trouble, setTrouble] = useState<Trouble>();
  const wanted = useRef<Wanted>({ path, edits, content, isSignedIn });
  const ask = useRef<() => void>(undefined);

  useEffect(() => {
    const ended = new AbortController();
    let isAsking = false;
    let isStale = false;
    let frame = 0;
    let retry: ReturnType<typeof setTimeout> | undefined;

    const send = async () => {
      isAsking = true;
      isStale = false;
      try {
        const { edits: sent } = wanted.current;
        const shown = await fetchPreview(wanted.current, ended.signal);
        setPreview({ ...shown, edits: sent });
        setTrouble(undefined);
      } catch (error) {
        if (ended.signal.aborted) return;
        setTrouble({
          message: getErrorMessage(error, 'The preview cannot be shown.'),
          isGone: isApiError(error, 'not-found'),
        });
        if (!isRefusal(error)) retry = setTimeout(schedule, retryMs);
      } finally {
        isAsking = false;
      }
      if (isStale) schedule();
    };
    const schedule = () => {
      isStale = true;
      if (isAsking || ended.signal.aborted) return;
      clearTimeout(retry);
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(send);
    };
    ask.current = schedule;
    return () => {
      ended.abort();
      clearTimeout(retry);
      cancelAnimationFrame(frame);
    };
  }, []);

  useEffect(() => {
    wanted.current = { path, edits, content, isSignedIn };
    ask.current?.();
  }, [path, edits, content, isSignedIn]);

  return { preview, trouble };
}

/** Returns true for a 4xx: the same request would be refused again. A rate limit ends by itself. */
function isRefusal(error: unknown): boolean {
  return isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== tooManyRequests;
}

function fetchPreview({ path, edits }: Wanted, signal: AbortSignal): Promise<Preview> {
  return unwrap(api.client.preview.$post({ json: { path, edits: [...edits] } }, { init: { signal } }));
}
