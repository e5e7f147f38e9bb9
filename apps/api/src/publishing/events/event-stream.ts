import type { SSEStreamingApi } from 'hono/streaming';
import type { Sessions } from '../../auth/sessions.ts';
import type { Deps } from '../../context.ts';
import type { Actor } from '../../platform/audit-log/audit-log.ts';
import type { Publishing } from '../service.ts';
import type { PresenceBoard } from './presence.ts';

/** Keeps proxies from closing an idle stream, and detects sessions that have ended. */
const heartbeatMs = 25_000;
/** Then the client reconnects with a token that is still valid. */
const maxStreamMs = 10 * 60_000;

interface EventSources {
  publishing: Pick<Publishing, 'events' | 'status'>;
  presence: PresenceBoard;
  sessions: Pick<Sessions, 'verify'>;
}

/** Streams publishing status, presence and the arrival of preview feedback and enquiries to one window, until it closes, its session ends, or ten minutes have passed. */
export async function streamEvents(
  stream: SSEStreamingApi,
  { token, actor }: { token: string; actor: Actor },
  { publishing, presence, sessions, log }: EventSources & Pick<Deps, 'log'>,
): Promise<void> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  // Registered before the first await: the stream does not report an earlier abort.
  stream.onAbort(end);
  let isSessionOver = false;
  let lastPresence = '';
  let queue = Promise.resolve();
  /** Sends events in the order of the calls, whatever the session check before each takes. */
  const send = (event: string, read: () => string | undefined): void => {
    queue = queue
      .then(async () => {
        const data = stream.aborted ? undefined : read();
        if (data === undefined) return;
        // A stream must not outlive its session.
        isSessionOver = !(await sessions.verify(token));
        if (isSessionOver) return stream.abort();
        await stream.writeSSE({ event, data });
      })
      .catch((error: unknown) => {
        log.error({ err: error }, 'an event stream failed');
        stream.abort();
      });
  };
  const sendStatus = (status = publishing.status()): void => send('status', () => JSON.stringify(status));
  const sendPresence = (): void =>
    send('presence', () => {
      const current = JSON.stringify(presence.listOthers(id));
      if (current === lastPresence) return undefined;
      lastPresence = current;
      return current;
    });
  const sendFeedback = (): void => send('feedback', () => '');
  const sendEnquiries = (): void => send('enquiries', () => '');

  const id = presence.join(actor);
  publishing.events.on('status', sendStatus);
  publishing.events.on('feedback', sendFeedback);
  publishing.events.on('enquiries', sendEnquiries);
  presence.events.on('change', sendPresence);
  const heartbeat = setInterval(() => send('heartbeat', () => ''), heartbeatMs);
  const timeout = setTimeout(end, maxStreamMs);
  sendStatus();
  sendPresence();
  await ended;
  clearTimeout(timeout);
  clearInterval(heartbeat);
  publishing.events.off('status', sendStatus);
  publishing.events.off('feedback', sendFeedback);
  publishing.events.off('enquiries', sendEnquiries);
  presence.events.off('change', sendPresence);
  presence.leave(id, { immediately: isSessionOver });
}
