import { publishEventSchema } from '@threadline/schema/wire/publishing';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { Webhook } from 'standardwebhooks';
import { type PreviewDeps, previewRoutes } from './preview-routes.ts';
import { problem } from './problem.ts';

const maxBodyBytes = 64 * 1024;

interface AppDeps extends PreviewDeps {
  webhookSecret: string;
  /** Called for each accepted event. */
  onEvent: (revision: number) => void;
  /** Returns why nothing can be rendered at the moment; undefined if the publisher is ready. */
  notReady: () => string | undefined;
}

/** The publisher's HTTP routes: signed webhooks, preview requests and liveness. */
export function createApp({ webhookSecret, onEvent, notReady, token, getRenderer }: AppDeps) {
  const webhook = new Webhook(webhookSecret);
  const app = new Hono();

  app.post('/hooks', bodyLimit({ maxSize: maxBodyBytes, onError: tooLarge }), async (context) => {
    const body = await context.req.text();
    try {
      // Verifies the signature over the raw body, and that the timestamp is at most five minutes off.
      webhook.verify(body, context.req.header(), { jsonParse: false });
    } catch {
      return problem(context, 'unauthenticated', {
        detail: 'The signature of this webhook is missing, wrong or too old.',
      });
    }
    const event = readEvent(body);
    if (!event)
      return problem(context, 'malformed-request', { detail: 'The body must be a content.published event in JSON.' });
    onEvent(event.data.revision);
    return context.json({ success: true }, 202);
  });

  app.route('/preview', previewRoutes({ token, getRenderer }));

  app.get('/livez', (context) => {
    const reason = notReady();
    return reason === undefined ? context.json({ success: true }) : problem(context, 'unavailable', { detail: reason });
  });

  app.notFound((context) => problem(context, 'not-found', { detail: 'There is nothing at this URL.' }));
  app.onError((_error, context) =>
    problem(context, 'internal', { detail: 'The publisher could not handle this request.' }),
  );
  return app;
}

function readEvent(body: string) {
  try {
    return publishEventSchema.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

function tooLarge(context: Context) {
  return problem(context, 'payload-too-large', { detail: `A webhook may have at most ${maxBodyBytes} bytes.` });
}
