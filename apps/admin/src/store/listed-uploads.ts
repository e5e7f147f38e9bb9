import { createSharedValue } from './shared-value.ts';

/** How many uploads are under way or wait for somebody to look at them. */
export const { set: setListedUploads, use: useListedUploads } = createSharedValue(0);
