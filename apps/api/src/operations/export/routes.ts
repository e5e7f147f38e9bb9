import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { createRecentAuth } from '../../auth/recent-auth.ts';
import { requireSession, type SignedIn } from '../../auth/require-session.ts';
import type { Session, Sessions } from '../../auth/sessions.ts';
import type { ContentQueries } from '../../content/queries.ts';
import type { Deps } from '../../context.ts';
import type { EnquiryLists } from '../../enquiries/inbox/list.ts';
import { recordAudit } from '../../platform/audit-log/audit-log.ts';
import { limitBody } from '../../platform/http/json-body.ts';
import { ProblemError } from '../../platform/http/problem-error.ts';
import { exportArchive } from './archive.ts';

interface ExportRouteParts {
  sessions: Sessions;
  queries: ContentQueries;
  lists: EnquiryLists;
}

/** It lives no longer than the session in which it was made. */
interface Ticket {
  madeAt: Date;
  session: Session;
}

const maxBodyBytes = 1024;
/** Long enough for a browser to follow it at once, and for nobody else. */
const ticketMs = 60_000;
const maxTickets = 100;

/**
 * `/export`: everything as one file. A browser saves a file while it arrives only from an address that it may simply
 * open, which takes no bearer token: so there is a ticket, good once and for a minute.
 */
export function exportRoutes(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  { sessions, queries, lists }: ExportRouteParts,
) {
  const { db, now } = deps;
  const { requireRecentAuth } = createRecentAuth(deps);
  const tickets = new Map<string, Ticket>();

  /** Also after the clock was set back. */
  function isOpen({ madeAt }: Ticket): boolean {
    const ageMs = now().getTime() - madeAt.getTime();
    return ageMs >= 0 && ageMs < ticketMs;
  }

  return new Hono<SignedIn>()
    .post('/', requireSession(sessions), limitBody(maxBodyBytes), requireRecentAuth, (context) => {
      const at = now();
      for (const [name, old] of tickets) if (!isOpen(old) || tickets.size >= maxTickets) tickets.delete(name);
      const ticket = randomBytes(32).toString('base64url');
      tickets.set(ticket, { madeAt: at, session: context.var.session });
      // Who takes everything away is written down: it holds personal details.
      recordAudit(db, { at: at.toISOString(), by: context.var.actor, action: 'data.exported', subject: '' });
      return context.json({ success: true as const, url: `/api/export/${ticket}` }, 201);
    })
    .get('/:ticket', (context) => {
      const name = context.req.param('ticket');
      const ticket = tickets.get(name);
      // To ask whether there is a file is not to take it.
      if (context.req.method !== 'HEAD') tickets.delete(name);
      if (!ticket || !isOpen(ticket))
        throw new ProblemError('not-found', { detail: 'This link was used or is too old. Export again.' });
      // Whoever was shut out in the meantime takes nothing along.
      sessions.assertActive(ticket.session);
      return context.body(exportArchive(deps, { queries, lists }), 200, {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="threadline-${now().toISOString().slice(0, 10)}.zip"`,
        'cache-control': 'no-store',
      });
    });
}
