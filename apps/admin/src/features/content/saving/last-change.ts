import { onUserChange } from '../../../store/current-user.ts';
import { createSharedValue } from '../../../store/shared-value.ts';
import type { Change } from './content-mutations.ts';

export interface LastChange {
  /** What takes it back. */
  inverse: Change;
  /** In words: `the change of “Headline”`. */
  words: string;
  /** It was itself the taking back of a change. */
  isUndo: boolean;
}

// Outside React: it can be undone until the next change, also after a look at another screen.
const lastChange = createSharedValue<LastChange | undefined>(undefined);

// Undo is limited to the changes of the signed-in user.
onUserChange(() => lastChange.set(undefined));

export const setLastChange = lastChange.set;

/** Returns the newest change of this window that its user can undo. */
export const useLastChange = lastChange.use;
