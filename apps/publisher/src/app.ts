import { randomUUID, timingSafeEqual } from 'node:crypto';
import { type RenderRequest, renderRequestSchema } from '@threadline/schema/wire/preview';
import { type ProblemCode, problems } from '@threadline/schema/wire/problem';
import { type PublishEvent, type PublishFault, publishEventSchema } from '@threadline/schema/wire/publishing';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { Webhook } from 'standardwebhooks';
import type { z } from 'zod';
import { PublishFailure } from './publish-failure.ts';
import type { Renderer } from './render/renderer.ts';

const maxEventBytes = 64 * 1024;
/** Many times the content of a large site. */
const maxPreviewBytes = 8 * 1024 * 1024;

interface PreviewDeps {
  /** The bearer token that the publisher and the API share. */
  token: string;
  /** @throws PublishFailure while no code of the site is loaded */
  getRenderer: () => Pick<Renderer, 'renderPage'>;
}

interface AppDeps extends PreviewDeps {
  webhookSecret: string;
  /** Called for each accepted event. */
  onEvent: (revision: number) => void;
  /** Returns why nothing can be rendered at the moment; undefined if the publisher is ready. */
  notReady: () => string | undefined;
}

/** The publisher's HTTP routes: signed webhooks, preview requests and liveness. See docs/architecture.md. */
export function createApp({ webhookSecret, onEvent, notReady, token, getRenderer }: AppDeps) {
  const webhook = new Webhook(webhookSecret);
  const app = new Hono();

  app.post('/hooks', limitBody(maxEventBytes), async (context) => {
    const body = await context.req.text();
    try {
      // Verifies the signature over the raw body, and that the timestamp is at most five minutes off.
      webhook.verify(body, context.req.header(), { jsonParse: false });
    } catch {
      return createProblem(context, 'unauthenticated', {
        detail: 'The signature of this webhook is missing, wrong or too old.',
      });
    }
    const event = parseBody<PublishEvent>(publishEventSchema, body);
    if (!event)
      return createProblem(context, 'malformed-request', {
        detail: 'The body must be a content.published event in JSON.',
      });
    onEvent(event.data.revision);
    return context.json({ success: true }, 202);
  });

  app.route('/preview', createPreviewRoutes({ token, getRenderer }));

  app.get('/livez', (context) => {
    const reason = notReady();
    return reason === undefined
      ? context.json({ success: true })
      : createProblem(context, 'unavailable', { detail: reason });
  });

  app.notFound((context) => createProblem(context, 'not-found', { detail: 'There is nothing at this URL.' }));
  app.onError((_error, context) =>
    createProblem(context, 'internal', { detail: 'The publisher could not handle this request.' }),
  );
  return app;
}

/** Creates the route for the previews that the API requests. */
function createPreviewRoutes({ token, getRenderer }: PreviewDeps) {
  const expected = Buffer.from(`Bearer ${token}`);
  const app = new Hono();

  app.use(async (context, next) => {
    const given = Buffer.from((context.req.header('authorization') ?? '').replace(/^bearer /i, 'Bearer '));
    if (given.length === expected.length && timingSafeEqual(given, expected)) return next();
    return createProblem(context, 'unauthenticated', { detail: 'Only the API can request previews.' });
  });

  app.post('/', limitBody(maxPreviewBytes), async (context) => {
    const request = parseBody<RenderRequest>(renderRequestSchema, await context.req.text());
    if (!request)
      return createProblem(context, 'malformed-request', { detail: 'The body must be a render request in JSON.' });
    const page = await getRenderer().renderPage(request);
    return page ? context.json(page) : createProblem(context, 'not-found', { detail: 'The site has no such page.' });
  });

  app.onError((error, context) => {
    if (!(error instanceof PublishFailure)) throw error;
    if (!error.isPermanent) return createProblem(context, 'unavailable', { detail: error.message });
    return createProblem(context, 'validation-failed', {
      detail: 'The page cannot be rendered from this content.',
      faults: error.faults,
    });
  });
  return app;
}

function parseBody<Body>(schema: z.ZodType<Body>, body: string): Body | undefined {
  try {
    return schema.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

function limitBody(maxSize: number) {
  return bodyLimit({
    maxSize,
    onError: (context) =>
      createProblem(context, 'payload-too-large', { detail: `This request may have at most ${maxSize} bytes.` }),
  });
}

interface Refusal {
  detail: string;
  faults?: PublishFault[];
}

/** Returns an error response in the same form as the API's. */
function createProblem(context: Context, code: ProblemCode, refusal: Refusal): Response {
  const { status, title } = problems[code];
  const body = {
    type: 'about:blank',
    title,
    status,
    code,
    ...refusal,
    requestId: randomUUID(),
    success: false,
    message: refusal.detail,
  };
  return context.body(JSON.stringify(body), status, { 'content-type': 'application/problem+json' });
}
