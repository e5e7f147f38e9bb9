import { createSharedNumber } from './shared-number.ts';

/** How many saves nobody has answered. */
export const { set: setWaitingSaves, use: useWaitingSaves } = createSharedNumber();
