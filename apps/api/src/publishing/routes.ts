import type { Delivery, PublishStatus } from '@threadline/schema/publishing';
import { desc } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Sessions } from '../auth/sessions.ts';
import { deliveries } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { bearerToken, requireSession, type SignedIn } from '../http/authenticate.ts';
import { limitBody } from '../http/json-body.ts';
import { queueAgain } from './resend.ts';
import type { Publishing } from './service.ts';

/** Keeps proxies from closing a quiet stream. */
const heartbeatMs = 25_000;
/** After this the client connects again, with a token that is still valid. */
const longestStreamMs = 10 * 60_000;
const maxBodyBytes = 1024;

export function publishingRoutes(deps: Pick<Deps, 'db' | 'now'>, publishing: Publishing, sessions: Sessions) {
  return new Hono<SignedIn>()
    .use(requireSession(sessions))
    .get('/status', (context) => context.json({ success: true as const, status: publishing.status() }))
    .get('/deliveries', (context) => {
      const rows: Delivery[] = deps.db.select().from(deliveries).orderBy(desc(deliveries.createdAt)).limit(100).all();
      return context.json({ success: true as const, deliveries: rows });
    })
    .post('/deliveries/:id/resend', limitBody(maxBodyBytes), (context) => {
      queueAgain(deps, context.req.param('id'), actor(context));
      publishing.announce();
      return context.json({ success: true as const, message: 'It is sent again.' });
    })
    .get('/events', (context) =>
      streamSSE(context, async (stream) => {
        const token = bearerToken(context.req.header('authorization')) ?? '';
        const send = async (status: PublishStatus) => {
          // The session may have ended since: a stream must not outlive it.
          if (!(await sessions.verify(token))) return stream.abort();
          await stream.writeSSE({ event: 'status', data: JSON.stringify(status) });
        };
        publishing.events.on('status', send);
        const heartbeat = setInterval(() => stream.writeSSE({ event: 'heartbeat', data: '' }), heartbeatMs);
        await send(publishing.status());
        await new Promise<void>((done) => {
          const end = setTimeout(done, longestStreamMs);
          stream.onAbort(() => {
            clearTimeout(end);
            done();
          });
        });
        clearInterval(heartbeat);
        publishing.events.off('status', send);
      }),
    );
}

function actor(context: Context<SignedIn>) {
  const { _id: id, name } = context.var.session.user;
  return { id, name };
}
