import { timingSafeEqual } from 'node:crypto';
import { type RenderRequest, renderRequestSchema } from '@threadline/schema/preview';
import { publishFaultSchema } from '@threadline/schema/publishing';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { problem } from '../problem.ts';
import { type Previewer, PreviewUnavailable } from './previewer.ts';

/** Many times the content of a large site. */
const maxBodyBytes = 8 * 1024 * 1024;
const faultsSchema = z.array(publishFaultSchema).min(1);

interface PreviewDeps {
  /** The token that the publisher uses for the API as well. */
  token: string;
  previewer: Previewer;
}

/** The route for the API's preview requests; see docs/architecture.md. */
export function previewRoutes({ token, previewer }: PreviewDeps) {
  const expected = Buffer.from(`Bearer ${token}`);
  return new Hono().post(
    '/',
    async (context, next) => {
      const given = Buffer.from((context.req.header('authorization') ?? '').replace(/^bearer /i, 'Bearer '));
      if (given.length === expected.length && timingSafeEqual(given, expected)) return next();
      return problem(context, 'unauthenticated', { detail: 'Only the API can request previews.' });
    },
    bodyLimit({
      maxSize: maxBodyBytes,
      onError: (context) =>
        problem(context, 'payload-too-large', { detail: `A preview may have at most ${maxBodyBytes} bytes.` }),
    }),
    async (context) => {
      const request = readRequest(await context.req.text());
      if (!request)
        return problem(context, 'malformed-request', { detail: 'The body must be a render request in JSON.' });
      try {
        const answer = await previewer.render(request);
        if (answer.kind === 'rendered') return context.json(answer.page);
        if (answer.kind === 'unknown') return problem(context, 'not-found', { detail: 'The site has no such page.' });
        if (answer.kind === 'refused') {
          const faults = faultsSchema.safeParse(answer.faults).data ?? [{ detail: answer.detail, path: request.path }];
          return problem(context, 'validation-failed', {
            detail: 'The page cannot be rendered from this content.',
            faults,
          });
        }
        return problem(context, 'unavailable', { detail: 'The preview worker sent an unexpected message.' });
      } catch (error) {
        if (!(error instanceof PreviewUnavailable)) throw error;
        return problem(context, 'unavailable', { detail: error.message });
      }
    },
  );
}

function readRequest(body: string): RenderRequest | undefined {
  try {
    return renderRequestSchema.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}
