import { randomBytes } from 'node:crypto';
import type { Deps } from '../context.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import type { Session, Sessions } from './sessions.ts';

/** Long enough for the browser to follow the link immediately. */
const ticketMs = 60_000;
const maxTickets = 100;

/**
 * Creates the tickets of one kind of download. A browser can only stream a file from a plain link, which carries no bearer
 * token. Therefore the link contains a ticket, valid once, for one minute, and not longer than the session that asked.
 */
export function createDownloadTickets<Subject>({ now }: Pick<Deps, 'now'>, sessions: Sessions) {
  const tickets = new Map<string, { madeAt: Date; session: Session; subject: Subject }>();

  /** A negative age means that the clock was set back. */
  function isOpen({ madeAt }: { madeAt: Date }): boolean {
    const ageMs = now().getTime() - madeAt.getTime();
    return ageMs >= 0 && ageMs < ticketMs;
  }

  return {
    /** Returns a new ticket, as a part of a path. */
    create(session: Session, subject: Subject): string {
      for (const [name, old] of tickets) if (!isOpen(old) || tickets.size >= maxTickets) tickets.delete(name);
      const name = randomBytes(32).toString('base64url');
      tickets.set(name, { madeAt: now(), session, subject });
      return name;
    },

    /**
     * Returns what the ticket is for. A HEAD request does not use it up.
     *
     * @throws ProblemError 404 for a used or expired ticket, 401 if the session has ended
     */
    redeem(name: string, method: string): Subject {
      const ticket = tickets.get(name);
      if (method !== 'HEAD') tickets.delete(name);
      if (!ticket || !isOpen(ticket))
        throw new ProblemError('not-found', { detail: 'This link has been used or has expired. Export again.' });
      sessions.assertActive(ticket.session);
      return ticket.subject;
    },
  };
}
