import { createStore, useStore } from '../../../store/create-store.ts';
import type { Change } from './content-mutations.ts';

export interface LastChange {
  /** What takes it back. */
  inverse: Change;
  /** In words: `the change of “Headline”`. */
  words: string;
  /** It was itself the taking back of a change. */
  isUndo: boolean;
}

// Outside React: the change can be undone until the next one, also after the user has visited another screen.
const lastChange = createStore<LastChange | undefined>(undefined);

export const setLastChange = lastChange.set;

/** Returns the newest change of this window that its user can undo. */
export function useLastChange(): LastChange | undefined {
  return useStore(lastChange);
}
