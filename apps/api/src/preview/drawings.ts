import type { Snapshot } from '@threadline/schema/snapshot';
import type { MiddlewareHandler } from 'hono';
import { securityHeaders } from '../platform/http/security-headers.ts';
import type { LiveRelease } from '../publishing/releases/live-release.ts';
import type { AskPublisher } from './request-render.ts';

const mostKept = 40;
const drawingPath = /\/art\/[a-z0-9-]+\.[0-9a-f]{8}\.svg/g;

/**
 * Drawings that a preview shows and the live release does not have: the page names them by a hash of their bytes, so they
 * can be answered at that same address. They hold shapes, never words.
 */
export function createPreviewDrawings(ask: AskPublisher, liveRelease: Pick<LiveRelease, 'file'>) {
  const kept = new Map<string, string>();

  return {
    /** Before a page is shown: fetches what it names and nobody has. */
    async prepare(html: string, snapshot: Snapshot): Promise<void> {
      const missing = new Set(html.match(drawingPath)?.filter((path) => !liveRelease.file(path) && !kept.has(path)));
      for (const path of missing) {
        const { body } = await ask({ path, snapshot, isTagged: false });
        kept.set(path, body);
        const [oldest] = kept.keys();
        if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
      }
    },

    serve: (async (context, next) => {
      const svg = liveRelease.file(context.req.path) ? undefined : kept.get(context.req.path);
      if (svg === undefined) return next();
      return context.body(svg, 200, {
        ...securityHeaders,
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'content-type': 'image/svg+xml',
        'cache-control': 'private, max-age=3600',
      });
    }) satisfies MiddlewareHandler,
  };
}

export type PreviewDrawings = ReturnType<typeof createPreviewDrawings>;
