import { defineMiddleware } from 'astro:middleware';
import { pinnedRender } from './renderer/pinned.ts';
import { keepRanges } from './text/keep-ranges.ts';

/** Astro writes it beside the first island; HTML allows it in the head only. */
const islandStyle = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';

/** Astro answers a failed page with an empty 500; the publisher needs the cause. */
export const onRequest = defineMiddleware(async (_context, next) => {
  try {
    const response = await next();
    if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
    const html = keepRanges(await response.text());
    const isMisplaced = html.includes(islandStyle);
    const valid = html.replace(islandStyle, '').replace('</head>', `${islandStyle}</head>`);
    return new Response(isMisplaced ? valid : html, response);
  } catch (error) {
    const pinned = pinnedRender.getStore();
    if (pinned) pinned.error = error;
    throw error;
  }
});
