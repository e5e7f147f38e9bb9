import { findMissingAlt } from '@threadline/schema/alt-text';
import { presenceRequestSchema } from '@threadline/schema/presence';
import { publishRequestSchema, reviewSettingSchema, scheduleRequestSchema } from '@threadline/schema/publishing';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { getBearerToken, requireSession, type SignedIn } from '../auth/require-session.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { ContentQueries } from '../content/queries.ts';
import { mentionedImages } from '../content/service.ts';
import type { Deps } from '../context.ts';
import { renderableImages } from '../media/library.ts';
import { jsonBody, limitBody } from '../platform/http/json-body.ts';
import { createStreamSeats } from './events/connection-limit.ts';
import { tellEvents } from './events/event-stream.ts';
import type { PresenceBoard } from './events/presence.ts';
import { listPendingChanges, shownRevision } from './pending-changes.ts';
import type { Review } from './review.ts';
import type { Publishing } from './service.ts';
import { listDeliveries, queueAgain } from './webhooks/retry.ts';

const maxBodyBytes = 1024;

interface PublishingParts {
  publishing: Publishing;
  presence: PresenceBoard;
  review: Review;
  queries: ContentQueries;
  sessions: Sessions;
}

/** `/publishing`: its state, what waits, when it goes live, and who was told. */
export function publishingRoutes(
  deps: Pick<Deps, 'db' | 'now' | 'log'>,
  { publishing, presence, review, queries, sessions }: PublishingParts,
) {
  const limited = limitBody(maxBodyBytes);
  const seats = createStreamSeats();
  const status = () => ({ success: true as const, status: publishing.status() });

  return new Hono<SignedIn>()
    .use(requireSession(sessions))
    .get('/status', (context) => context.json(status()))
    .put('/review', limited, jsonBody(reviewSettingSchema), (context) => {
      review.turn(context.req.valid('json').review, context.var.actor);
      return context.json(status());
    })
    .get('/pending-changes', (context) => {
      const changes = listPendingChanges(deps.db, queries, shownRevision(publishing.state()));
      const items = queries.workingCopy();
      const shown = items.flatMap(({ value }) => [...mentionedImages(value)]);
      const pictures = findMissingAlt(items, renderableImages(deps.db, [...new Set(shown)]));
      return context.json({ success: true as const, revision: queries.latestRevision(), changes, pictures });
    })
    .post('/publish', limited, jsonBody(publishRequestSchema), (context) => {
      review.publish(context.req.valid('json').revision, context.var.actor);
      return context.json(status());
    })
    .post('/retry', limited, (context) => {
      publishing.repeat(context.var.actor);
      return context.json(status());
    })
    .put('/schedule', limited, jsonBody(scheduleRequestSchema), (context) => {
      review.schedule(context.req.valid('json'), context.var.actor);
      return context.json(status());
    })
    .delete('/schedule', limited, (context) => {
      review.unschedule(context.var.actor);
      return context.json(status());
    })
    .get('/deliveries', (context) => context.json({ success: true as const, deliveries: listDeliveries(deps.db) }))
    .post('/deliveries/:id/retry', limited, (context) => {
      queueAgain(deps, context.req.param('id'), context.var.actor);
      publishing.announce();
      return context.json({ success: true as const, message: 'It is sent again.' });
    })
    .put('/presence', limited, jsonBody(presenceRequestSchema), (context) => {
      const { stream, place } = context.req.valid('json');
      presence.move(stream, place, context.var.actor);
      return context.json({ success: true as const });
    })
    .get('/events', (context) => {
      // Nobody would read the stream of a HEAD, nor close it.
      if (context.req.method === 'HEAD') return context.body(null, 200, { 'content-type': 'text/event-stream' });
      const leave = seats.take(context.var.session.user._id);
      const token = getBearerToken(context.req.header('authorization')) ?? '';
      return streamSSE(context, (stream) =>
        tellEvents(stream, { token, who: context.var.actor }, { ...deps, publishing, presence, sessions }).finally(
          leave,
        ),
      );
    });
}
