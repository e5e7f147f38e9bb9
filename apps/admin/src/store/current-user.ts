import type { User } from '@threadline/schema/wire/user';
import { createStore, resetStores } from './create-store.ts';

/** The author of an edit. */
export type Owner = Pick<User, '_id' | 'name'>;

/** The user who is signed in, or was last; with an empty id before the first sign-in. */
export const currentUser = createStore<Owner>({ _id: '', name: '' }, { reset: (user) => user });

export function getCurrentUser(): Owner {
  return currentUser.get();
}

/**
 * Sets the signed-in user. If another user was signed in before, resets every store first, so that nothing of the
 * previous user is rendered or sent.
 *
 * @returns whether another user was signed in before
 */
export function setCurrentUser({ _id, name }: Owner): boolean {
  const previous = currentUser.get();
  if (previous._id === _id) return false;
  currentUser.set({ _id, name });
  if (previous._id === '') return false;
  resetStores();
  return true;
}
