import { defineMiddleware } from 'astro:middleware';
import { pinnedRender } from './renderer/pinned.ts';

/** Astro answers a failed page with an empty 500; the publisher needs the cause. */
export const onRequest = defineMiddleware(async (_context, next) => {
  try {
    return await next();
  } catch (error) {
    const pinned = pinnedRender.getStore();
    if (pinned) pinned.error = error;
    throw error;
  }
});
