import { createStore } from './create-store.ts';

/** Where this window stores the changes that can be undone. */
export const lastChangesKey = 'last-changes';

function isStored(): boolean {
  try {
    return sessionStorage.getItem(lastChangesKey) !== null;
  } catch {
    return false;
  }
}

/** Whether there may be a change to undo, saved or typed. The shell loads the code of Undo only then. */
export const hasLastChange = createStore(isStored());
