import { findMissingAlt } from '@threadline/schema/content/alt-text';
import { getQualifiedTitle } from '@threadline/schema/content/item-name';
import { presenceRequestSchema } from '@threadline/schema/wire/presence';
import { publishRequestSchema, reviewSettingSchema, scheduleRequestSchema } from '@threadline/schema/wire/publishing';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { getBearerToken, requireSession, type SignedIn } from '../auth/policy.ts';
import type { Sessions } from '../auth/sessions.ts';
import { findMentionedImages } from '../content/images.ts';
import type { ContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { listRenderableImages } from '../media/stored-images.ts';
import { jsonBody, limitBody } from '../platform/http/json-body.ts';
import { streamEvents } from './events/event-stream.ts';
import type { PresenceBoard } from './events/presence.ts';
import { listPendingChanges } from './pending-changes.ts';
import { listChangedImages } from './releases/release-routes.ts';
import type { Review } from './review.ts';
import type { Publishing } from './service.ts';
import { getPublishedRevision } from './state.ts';
import type { Deliveries } from './webhooks/deliveries.ts';

const maxBodyBytes = 1024;
/** About 2,000 items. */
const maxSelectionBytes = 256 * 1024;

interface PublishingParts {
  publishing: Publishing;
  deliveries: Deliveries;
  presence: PresenceBoard;
  review: Review;
  queries: ContentQueries;
  sessions: Sessions;
}

/** Creates `/publishing`: state, pending changes, schedule and webhook deliveries. */
export function publishingRoutes(
  deps: Pick<Deps, 'db' | 'now' | 'log'>,
  { publishing, deliveries, presence, review, queries, sessions }: PublishingParts,
) {
  const limited = limitBody(maxBodyBytes);
  const status = () => ({ success: true as const, status: publishing.status() });

  return new Hono<SignedIn>()
    .use(requireSession(sessions))
    .get('/status', (context) => context.json(status()))
    .put('/review', limited, jsonBody(reviewSettingSchema), (context) => {
      review.setReviewMode(context.req.valid('json').review, context.var.actor);
      return context.json(status());
    })
    .get('/pending-changes', (context) => {
      const published = getPublishedRevision(publishing.state());
      const changes = listPendingChanges(deps.db, queries, published);
      const items = queries.workingCopy();
      const shown = new Set(items.flatMap(({ value }) => [...findMentionedImages(value)]));
      const images = queries.hasChangedImages(published) ? listChangedImages(deps.db, published, shown) : [];
      const library = listRenderableImages(deps.db, [...shown]);
      const pictures = items.flatMap((item) =>
        findMissingAlt([item], library).map((place) => ({ ...place, name: getQualifiedTitle(item) })),
      );
      return context.json({ success: true as const, revision: queries.latestRevision(), changes, pictures, images });
    })
    .post('/publish', limitBody(maxSelectionBytes), jsonBody(publishRequestSchema), (context) => {
      review.publish(context.req.valid('json'), context.var.actor);
      return context.json(status());
    })
    .post('/retry', limited, (context) => {
      publishing.retry(context.var.actor);
      return context.json(status());
    })
    .put('/schedule', limited, jsonBody(scheduleRequestSchema), (context) => {
      review.schedule(context.req.valid('json'), context.var.actor);
      return context.json(status());
    })
    .delete('/schedule', limited, (context) => {
      review.cancelSchedule(context.var.actor);
      return context.json(status());
    })
    .get('/deliveries', (context) => context.json({ success: true as const, deliveries: deliveries.list() }))
    .post('/deliveries/:id/retry', limited, (context) => {
      deliveries.retry(context.req.param('id'), context.var.actor);
      return context.json({ success: true as const, message: 'The delivery is retried.' });
    })
    .put('/presence', limited, jsonBody(presenceRequestSchema), (context) => {
      const { stream, place } = context.req.valid('json');
      presence.setPlace(stream, place, context.var.actor);
      return context.json({ success: true as const });
    })
    .get('/events', (context) => {
      // The stream of a HEAD request would never be read or closed.
      if (context.req.method === 'HEAD') return context.body(null, 200, { 'content-type': 'text/event-stream' });
      const token = getBearerToken(context.req.header('authorization')) ?? '';
      return streamSSE(context, (stream) =>
        streamEvents(stream, { token, actor: context.var.actor }, { ...deps, publishing, presence, sessions }),
      );
    });
}
