import { timingSafeEqual } from 'node:crypto';
import { type RenderRequest, renderRequestSchema } from '@threadline/schema/wire/preview';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { problem } from './problem.ts';
import { PublishFailure } from './publish-failure.ts';
import type { Renderer } from './render/renderer.ts';

/** Many times the content of a large site. */
const maxBodyBytes = 8 * 1024 * 1024;

export interface PreviewDeps {
  /** The bearer token that the publisher and the API share. */
  token: string;
  /** @throws PublishFailure while no code of the site is loaded */
  getRenderer: () => Pick<Renderer, 'renderPage'>;
}

/** Creates the route for the previews that the API requests, see docs/architecture.md. */
export function previewRoutes({ token, getRenderer }: PreviewDeps) {
  const expected = Buffer.from(`Bearer ${token}`);
  const app = new Hono();

  app.use(async (context, next) => {
    const given = Buffer.from((context.req.header('authorization') ?? '').replace(/^bearer /i, 'Bearer '));
    if (given.length === expected.length && timingSafeEqual(given, expected)) return next();
    return problem(context, 'unauthenticated', { detail: 'Only the API can request previews.' });
  });

  app.post(
    '/',
    bodyLimit({
      maxSize: maxBodyBytes,
      onError: (context) =>
        problem(context, 'payload-too-large', { detail: `A preview may have at most ${maxBodyBytes} bytes.` }),
    }),
    async (context) => {
      const request = readRequest(await context.req.text());
      if (!request)
        return problem(context, 'malformed-request', { detail: 'The body must be a render request in JSON.' });
      const page = await getRenderer().renderPage(request);
      return page ? context.json(page) : problem(context, 'not-found', { detail: 'The site has no such page.' });
    },
  );

  app.onError((error, context) => {
    if (!(error instanceof PublishFailure)) throw error;
    if (!error.isPermanent) return problem(context, 'unavailable', { detail: error.message });
    return problem(context, 'validation-failed', {
      detail: 'The page cannot be rendered from this content.',
      faults: error.faults,
    });
  });
  return app;
}

function readRequest(body: string): RenderRequest | undefined {
  try {
    return renderRequestSchema.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}
