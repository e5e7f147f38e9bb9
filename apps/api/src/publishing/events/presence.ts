import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Place, Presence } from '@threadline/schema/presence';
import type { Actor } from '../../platform/audit-log/audit-log.ts';
import { ProblemError } from '../../platform/http/problem-error.ts';

/** A stream ends every ten minutes, and with each short break; its window comes back within a second or two. */
const graceMs = 5000;

/** Who edits what, as long as their stream of events is open. In memory only: it ends soon after the window, and holds nobody up. */
export function createPresence() {
  const windows = new Map<string, { who: Actor; place: Place | null; hasLeft?: true }>();
  const events = new EventEmitter<{ change: [] }>();
  // One listener per open admin window.
  events.setMaxListeners(0);

  const drop = (stream: string): void => {
    const place = windows.get(stream)?.place;
    windows.delete(stream);
    if (place) events.emit('change');
  };
  /** Whoever has come back says for themselves what they edit. */
  const dropLeft = (who: Actor): void => {
    for (const [stream, window] of windows) if (window.hasLeft && window.who.id === who.id) windows.delete(stream);
  };

  return {
    events,

    /** @returns the id of the stream, which its window names when it tells what it edits */
    join(who: Actor): string {
      const stream = randomUUID();
      windows.set(stream, { who, place: null });
      return stream;
    },

    /**
     * What was edited there stays in view for a moment, so that nobody vanishes who only connects again.
     *
     * @param atOnce nobody will connect again: the session is over
     */
    leave(stream: string, { atOnce = false } = {}): void {
      const window = windows.get(stream);
      if (window?.place && !atOnce) {
        window.hasLeft = true;
        setTimeout(drop, graceMs, stream).unref();
      } else drop(stream);
    },

    /** @throws ProblemError 404 when this person has no such stream open (any more) */
    move(stream: string, place: Place | null, who: Actor): void {
      const window = windows.get(stream);
      if (window?.who.id !== who.id || window.hasLeft)
        throw new ProblemError('not-found', { detail: 'This window is not connected.' });
      window.place = place;
      dropLeft(who);
      events.emit('change');
    },

    /** What a window is told: each other person once per place, never oneself in another window. */
    seenFrom(stream: string): Presence {
      const me = windows.get(stream)?.who.id;
      const others = new Map<string, Presence['others'][number]>();
      for (const { who, place } of windows.values())
        if (place && who.id !== me) others.set(`${who.id} ${place.section} ${place.key}`, { name: who.name, ...place });
      return { stream, others: [...others.values()] };
    },
  };
}

export type PresenceBoard = ReturnType<typeof createPresence>;
