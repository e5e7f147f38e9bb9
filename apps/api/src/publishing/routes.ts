import type { Delivery, PublishStatus } from '@threadline/schema/publishing';
import { desc } from 'drizzle-orm';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Sessions } from '../auth/sessions.ts';
import type { Db } from '../db/client.ts';
import { deliveries } from '../db/schema.ts';
import { bearerToken, requireSession } from '../http/authenticate.ts';
import type { Publishing } from './service.ts';

/** Keeps proxies from closing a quiet stream. */
const heartbeatMs = 25_000;
/** After this the client connects again, with a token that is still valid. */
const longestStreamMs = 10 * 60_000;

export function publishingRoutes(db: Db, publishing: Publishing, sessions: Sessions) {
  return new Hono()
    .use(requireSession(sessions))
    .get('/status', (context) => context.json({ success: true as const, status: publishing.status() }))
    .get('/deliveries', (context) => {
      const rows: Delivery[] = db.select().from(deliveries).orderBy(desc(deliveries.createdAt)).limit(100).all();
      return context.json({ success: true as const, deliveries: rows });
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
