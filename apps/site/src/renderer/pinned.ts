import { AsyncLocalStorage } from 'node:async_hooks';
import type { Snapshot } from '@threadline/schema/snapshot';

/** One render of one page: the content it must show, and what went wrong in it. */
export interface PinnedRender {
  snapshot: Snapshot;
  error?: unknown;
}

/** Follows each render through every `await`, so that concurrent renders of different snapshots never mix. */
export const pinnedRender = new AsyncLocalStorage<PinnedRender>();
