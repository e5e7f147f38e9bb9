import type { Snapshot } from '@threadline/schema/content/snapshot';
import { type RenderedPath, type RenderRequest, renderedPathSchema } from '@threadline/schema/wire/preview';
import { publishFaultSchema } from '@threadline/schema/wire/publishing';
import { securityHeaders } from '@threadline/schema/wire/release-response';
import type { MiddlewareHandler } from 'hono';
import { z } from 'zod';
import type { Deps } from '../context.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import type { LiveRelease } from '../publishing/releases/live-release.ts';

/** A little longer than the publisher's timeout for one page. */
const replyTimeoutMs = 15_000;
const refusalSchema = z.object({ detail: z.string(), faults: z.array(publishFaultSchema).default([]) });
/** About ten landing pages: each unsaved colour gives every drawing of a page another name. */
const maxDrawings = 200;
const drawingPath = /\/art\/[a-z0-9-]+\.[0-9a-f]{8}\.svg/g;

/** Renders previews through the publisher's internal HTTP interface, and serves their drawings. */
export function createPreviewRenderer(
  { config, secrets, log }: Pick<Deps, 'config' | 'secrets' | 'log'>,
  liveRelease: Pick<LiveRelease, 'file'>,
) {
  const drawings = new Map<string, string>();

  async function request(body: RenderRequest): Promise<RenderedPath> {
    if (!config.publisher.url) throw unavailable('Previews are not available: no publisher is configured.');
    const reply = await fetch(`${config.publisher.url}/preview`, {
      method: 'POST',
      redirect: 'manual',
      headers: { authorization: `Bearer ${secrets.publisherToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(replyTimeoutMs),
    }).catch((error: unknown) => {
      log.warn({ err: error }, 'the publisher cannot be reached for a preview');
      throw unavailable('The preview is not available at the moment. A new attempt starts automatically.');
    });
    if (reply.ok) return renderedPathSchema.parse(await reply.json());
    const refusal = refusalSchema.safeParse(await reply.json().catch(() => undefined)).data;
    if (reply.status === 404) throw new ProblemError('not-found', { detail: 'The site has no such page.' });
    if (reply.status === 422) throw invalidContent(refusal?.faults ?? []);
    log.warn({ status: reply.status, reason: refusal?.detail }, 'the publisher rendered no preview');
    throw unavailable('The preview could not be made. A new attempt starts automatically.');
  }

  /** Fetches the drawings of a page that the live release does not have. Their names contain a hash of their bytes. */
  async function prepareDrawings(html: string, snapshot: Snapshot): Promise<void> {
    const missing = new Set(html.match(drawingPath)?.filter((path) => !liveRelease.file(path) && !drawings.has(path)));
    // One after the other: the publisher draws one at a time, and refuses a long queue.
    for (const path of missing) {
      const { body } = await request({ path, snapshot, isTagged: false });
      drawings.set(path, body);
      const [oldest] = drawings.keys();
      if (drawings.size > maxDrawings && oldest !== undefined) drawings.delete(oldest);
    }
  }

  return {
    /**
     * Renders one page, with its drawings ready to be served.
     *
     * @throws ProblemError 404 for a path that the site does not have, 422 for content that cannot be rendered, 503 when
     *   the publisher cannot be reached
     */
    async render(path: string, snapshot: Snapshot, { isTagged }: { isTagged: boolean }): Promise<RenderedPath> {
      const page = await request({ path, snapshot, isTagged });
      await prepareDrawings(page.body, snapshot);
      return page;
    },

    /** Serves drawings of previews at the address that they will have when they are published. */
    serveDrawing: (async (context, next) => {
      const svg = liveRelease.file(context.req.path) ? undefined : drawings.get(context.req.path);
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

export type PreviewRenderer = ReturnType<typeof createPreviewRenderer>;

function unavailable(detail: string): ProblemError {
  return new ProblemError('unavailable', { detail, headers: { 'retry-after': '2' } });
}

function invalidContent(faults: z.infer<typeof refusalSchema>['faults']): ProblemError {
  const errors = faults.map(({ section = '', key = '', pointer = '', detail }) => ({
    pointer: `/${section}/${key}${pointer}`,
    detail,
  }));
  return new ProblemError('validation-failed', { detail: 'The page cannot be rendered from this content.', errors });
}
