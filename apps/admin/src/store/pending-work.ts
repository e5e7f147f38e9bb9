import { createStore } from './create-store.ts';

// Counts for the shell, which shows them without loading the save queue or the upload queue.

/** The number of saves of the signed-in user that the server has not answered. */
export const pendingSaveCount = createStore(0, { reset: (count) => count });

export interface OtherUserSaves {
  /** The owner of the saves. Names are not unique. */
  userId: string;
  name: string;
  count: number;
}

/** Unsent saves of users who were signed in at this window before. Only their owners can send them. */
export const otherUserSaves = createStore<readonly OtherUserSaves[]>([], { reset: (saves) => saves });

/** The number of uploads that are running or that the user has not seen yet. */
export const listedUploadCount = createStore(0);
