import { useSyncExternalStore } from 'react';
import type { Change } from './changes.ts';

export interface LastChange {
  /** What takes it back. */
  inverse: Change;
  /** In words: `the change of “Headline”`. */
  words: string;
  /** It was itself the taking back of a change. */
  isUndo: boolean;
}

// Outside React: it can be undone until the next change, also after a look at another screen.
let lastChange: LastChange | undefined;
const listeners = new Set<() => void>();

export function setLastChange(change: LastChange | undefined): void {
  lastChange = change;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The newest change of this window that can be undone. */
export function useLastChange(): LastChange | undefined {
  return useSyncExternalStore(subscribe, () => lastChange);
}
