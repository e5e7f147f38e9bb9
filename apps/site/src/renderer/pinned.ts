import { AsyncLocalStorage } from 'node:async_hooks';
import type { LoadedContent } from '../content.ts';

/** One render of one page: the content it must show, and what went wrong in it. */
export interface PinnedRender {
  loaded: LoadedContent;
  error?: unknown;
}

/** Follows each render through every `await`, so that concurrent renders of different snapshots never mix. */
export const pinnedRender = new AsyncLocalStorage<PinnedRender>();
