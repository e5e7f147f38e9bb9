import { createSharedValue } from './shared-value.ts';

export interface OtherSaves {
  /** The owner of the saves. A name may belong to several users. */
  userId: string;
  name: string;
  count: number;
}

/** How many saves of the signed-in user the server has not answered. */
export const { set: setWaitingSaves, use: useWaitingSaves } = createSharedValue(0);

/** Saves of people who were signed in at this window before: only their owners can send them. */
export const { set: setOtherSaves, use: useOtherSaves } = createSharedValue<readonly OtherSaves[]>([]);
