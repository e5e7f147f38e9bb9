import { desc, ne } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Sessions } from '../auth/sessions.ts';
import { mails } from '../db/enquiry-schema.ts';
import type { Deps } from '../deps.ts';
import { requireSession } from '../http/authenticate.ts';
import { ProblemError } from '../http/problem-error.ts';
import { type Outbox, toMail } from './outbox.ts';
import type { MailWorker } from './worker.ts';

const shown = 100;

interface MailRouteParts {
  outbox: Outbox;
  worker: MailWorker;
  sessions: Sessions;
}

/** How the mail goes: what could not be delivered, what waits, and why. */
export function mailRoutes({ db }: Pick<Deps, 'db'>, { outbox, worker, sessions }: MailRouteParts) {
  return new Hono()
    .use(requireSession(sessions))
    .get('/', (context) => {
      const rows = db.select().from(mails).where(ne(mails.state, 'sent')).orderBy(desc(mails.seq)).limit(shown).all();
      return context.json({ success: true as const, ...worker.status(), mails: rows.map(toMail) });
    })
    .post('/:id/retry', (context) => {
      if (!outbox.retry(context.req.param('id')))
        throw new ProblemError('not-found', { detail: 'There is no such message that could be sent again.' });
      return context.json({ success: true as const });
    });
}
