import { createSharedNumber } from './shared-number.ts';

/** How many uploads are under way or wait for somebody to look at them. */
export const { set: setListedUploads, use: useListedUploads } = createSharedNumber();
