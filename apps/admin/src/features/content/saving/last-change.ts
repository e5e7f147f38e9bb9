import { createStore, useStore } from '../../../store/create-store.ts';
import { currentUser, getCurrentUser, type Owner } from '../../../store/current-user.ts';
import type { Change, Save } from './content-change.ts';

/** The newest change of this window that its user can undo. */
export interface LastChange {
  inverse: Change;
  /** The inverses of further saves, which are undone together with the first. */
  others?: readonly Save[];
  description: string;
  /** True when the change was itself an Undo. */
  isUndo: boolean;
  /** The revision that contains the change; undefined if it is not known. */
  revision: number | undefined;
}

interface StoredChange {
  userId: string;
  change?: LastChange | undefined;
}

const storageKey = 'last-change';
const empty: StoredChange = { userId: '' };

// It outlives a reload. The server refuses it if the item has a newer version by then.
const stored = createStore(readStored(), { reset: () => empty });

stored.subscribe(() => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(stored.get()));
  } catch {} // Without storage, Undo lasts until the next reload.
});

function readStored(): StoredChange {
  try {
    return { ...empty, ...JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') };
  } catch {
    return empty;
  }
}

export function setLastChange(change: LastChange | undefined): void {
  stored.set({ userId: getCurrentUser()._id, change });
}

function findChange({ userId, change }: StoredChange, { _id }: Owner): LastChange | undefined {
  return userId === _id ? change : undefined;
}

/** Returns the newest change of the signed-in user in this window. */
export function getLastChange(): LastChange | undefined {
  return findChange(stored.get(), getCurrentUser());
}

export function useLastChange(): LastChange | undefined {
  return findChange(useStore(stored), useStore(currentUser));
}
