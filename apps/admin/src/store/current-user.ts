import type { User } from '@threadline/schema/user';

/** Whose work something is. */
export type Owner = Pick<User, '_id' | 'name'>;

// Outside React: stores that hold one person's work follow a change of user before anything is rendered for the next one.
let current: Owner = { _id: '', name: '' };
const listeners = new Set<() => void>();

/** Returns the user who is signed in, or was last; with an empty id before anybody has signed in. */
export function getCurrentUser(): Owner {
  return current;
}

/**
 * Sets the signed-in user and lets every store follow.
 *
 * @returns whether another person was signed in before
 */
export function setCurrentUser({ _id, name }: Owner): boolean {
  const before = current;
  if (before._id === _id) return false;
  current = { _id, name };
  for (const listener of listeners) listener();
  return before._id !== '';
}

/** Calls the listener after each change of user. */
export function onUserChange(listener: () => void): void {
  listeners.add(listener);
}
