import type { SSEStreamingApi } from 'hono/streaming';
import type { Sessions } from '../../auth/sessions.ts';
import type { Deps } from '../../context.ts';
import type { Actor } from '../../platform/audit-log/audit-log.ts';
import type { Publishing } from '../service.ts';
import type { PresenceBoard } from './presence.ts';

/** Keeps proxies from closing a quiet stream, and nobody in view for longer whose session has ended. */
const heartbeatMs = 25_000;
/** After this the client connects again, with a token that is still valid. */
const longestStreamMs = 10 * 60_000;

interface EventSources {
  publishing: Pick<Publishing, 'events' | 'status'>;
  presence: PresenceBoard;
  sessions: Pick<Sessions, 'verify'>;
}

/**
 * Tells one window what becomes of the publication and who edits what, until it closes, its session ends, or it has been
 * open for ten minutes.
 */
export async function tellEvents(
  stream: SSEStreamingApi,
  { token, who }: { token: string; who: Actor },
  { publishing, presence, sessions, log }: EventSources & Pick<Deps, 'log'>,
): Promise<void> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  // Before anything is awaited: nobody is told of a window that closed earlier.
  stream.onAbort(end);
  let isSessionOver = false;
  let told = '';
  let last = Promise.resolve();
  /** One after the other, however long the check before each takes: what happened later is written later. */
  const tell = (event: string, read: () => string | undefined): void => {
    last = last
      .then(async () => {
        const data = stream.aborted ? undefined : read();
        if (data === undefined) return;
        // The session may have ended since: a stream must not outlive it.
        isSessionOver = !(await sessions.verify(token));
        if (isSessionOver) return stream.abort();
        await stream.writeSSE({ event, data });
      })
      .catch((error: unknown) => {
        log.error({ err: error }, 'a stream of events ended');
        stream.abort();
      });
  };
  const tellStatus = (now = publishing.status()): void => tell('status', () => JSON.stringify(now));
  const tellPresence = (): void =>
    tell('presence', () => {
      const seen = JSON.stringify(presence.seenFrom(id));
      if (seen === told) return undefined;
      told = seen;
      return seen;
    });

  const id = presence.join(who);
  publishing.events.on('status', tellStatus);
  presence.events.on('change', tellPresence);
  const heartbeat = setInterval(() => tell('heartbeat', () => ''), heartbeatMs);
  const longest = setTimeout(end, longestStreamMs);
  tellStatus();
  tellPresence();
  await ended;
  clearTimeout(longest);
  clearInterval(heartbeat);
  publishing.events.off('status', tellStatus);
  presence.events.off('change', tellPresence);
  presence.leave(id, { atOnce: isSessionOver });
}
