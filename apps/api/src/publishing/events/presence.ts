import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Place, Presence } from '@threadline/schema/wire/presence';
import type { Actor } from '../../platform/audit-log/audit-log.ts';
import { ProblemError } from '../../platform/http/problem-error.ts';

/** A window that reconnects, after ten minutes or a short network failure, does so within a second or two. */
const graceMs = 5000;

/** The item that each open window edits. In memory only: a hint for other editors, never a lock. */
export function createPresence() {
  const windows = new Map<string, { actor: Actor; place: Place | null; hasLeft?: true }>();
  const events = new EventEmitter<{ change: [] }>();
  // One listener per open admin window.
  events.setMaxListeners(0);

  const remove = (stream: string): void => {
    const place = windows.get(stream)?.place;
    windows.delete(stream);
    if (place) events.emit('change');
  };
  /** A reconnected window reports its item itself. */
  const removeLeft = (actor: Actor): void => {
    for (const [stream, window] of windows) if (window.hasLeft && window.actor.id === actor.id) windows.delete(stream);
  };

  return {
    events,

    /** Adds a window. Returns the id of its stream, which it sends with the item that it edits. */
    join(actor: Actor): string {
      const stream = randomUUID();
      windows.set(stream, { actor, place: null });
      return stream;
    },

    /**
     * Removes a window. Its item stays visible for a moment, in case the window only reconnects.
     *
     * @param options.immediately the session is over, so the window will not reconnect
     */
    leave(stream: string, { immediately = false } = {}): void {
      const window = windows.get(stream);
      if (window?.place && !immediately) {
        window.hasLeft = true;
        setTimeout(remove, graceMs, stream).unref();
      } else remove(stream);
    },

    /** Sets the item that a window edits. @throws ProblemError 404 when this user has no such stream open */
    setPlace(stream: string, place: Place | null, actor: Actor): void {
      const window = windows.get(stream);
      if (window?.actor.id !== actor.id || window.hasLeft)
        throw new ProblemError('not-found', { detail: 'This window is not connected.' });
      window.place = place;
      removeLeft(actor);
      events.emit('change');
    },

    /** Returns whether an admin window is open. */
    hasWindows: () => windows.size > 0,

    /** Returns the items that other users edit, each user once per item. */
    listOthers(stream: string): Presence {
      const ownId = windows.get(stream)?.actor.id;
      const others = new Map<string, Presence['others'][number]>();
      for (const { actor, place } of windows.values())
        if (place && actor.id !== ownId)
          others.set(`${actor.id} ${place.section} ${place.key}`, { name: actor.name, ...place });
      return { stream, others: [...others.values()] };
    },
  };
}

export type PresenceBoard = ReturnType<typeof createPresence>;
