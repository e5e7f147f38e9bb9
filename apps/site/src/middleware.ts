import { defineMiddleware } from 'astro:middleware';
import { removeIslandCode, removeUnusedHashes, removeUnusedMetaHashes } from './page-output.ts';
import { pinnedRender } from './renderer/pinned.ts';
import { keepRanges } from './text/keep-ranges.ts';

const policyName = 'content-security-policy';

/** Astro answers a failed page with an empty 500; the publisher needs the cause. */
export const onRequest = defineMiddleware(async (_context, next) => {
  try {
    const response = await next();
    if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
    const html = removeIslandCode(keepRanges(await response.text()));
    const page = new Response(removeUnusedMetaHashes(html), response);
    // The renderer has the policy as a header.
    const policy = page.headers.get(policyName);
    if (policy) page.headers.set(policyName, removeUnusedHashes(policy, html));
    return page;
  } catch (error) {
    const pinned = pinnedRender.getStore();
    if (pinned) pinned.error = error;
    throw error;
  }
});
