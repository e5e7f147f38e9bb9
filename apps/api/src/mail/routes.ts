import { mailQuerySchema, mailRetrySchema } from '@threadline/schema/enquiry';
import { Hono } from 'hono';
import type { NoteAccess } from '../audit/access.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Deps } from '../deps.ts';
import { requireSession, type SignedIn } from '../http/authenticate.ts';
import { jsonBody, limitBody, query } from '../http/json-body.ts';
import { ProblemError } from '../http/problem-error.ts';
import { unsentPage } from './list.ts';
import type { Outbox } from './outbox.ts';
import type { MailWorker } from './worker.ts';

const maxBodyBytes = 1024;

interface MailRouteParts {
  noteAccess: NoteAccess;
  outbox: Outbox;
  worker: MailWorker;
  sessions: Sessions;
}

/** How the mail goes: what could not be delivered, what waits, and why. */
export function mailRoutes({ db }: Pick<Deps, 'db'>, { noteAccess, outbox, worker, sessions }: MailRouteParts) {
  return new Hono<SignedIn>()
    .use(requireSession(sessions))
    .get('/', query(mailQuerySchema), (context) => {
      const { _id: id, name } = context.get('session').user;
      noteAccess({ id, name }, { action: 'access.listed', subject: 'messages' });
      return context.json({
        success: true as const,
        ...worker.status(),
        ...unsentPage(db, context.req.valid('query').cursor),
      });
    })
    .post('/retry', limitBody(maxBodyBytes), jsonBody(mailRetrySchema), (context) => {
      const { _id: id, name } = context.get('session').user;
      const sent = outbox.retryAll(context.req.valid('json').state, { id, name });
      return context.json({ success: true as const, sent });
    })
    .post('/dismiss', limitBody(maxBodyBytes), (context) => {
      const { _id: id, name } = context.get('session').user;
      return context.json({ success: true as const, dismissed: outbox.dismissAll({ id, name }) });
    })
    .post('/:id/dismiss', limitBody(maxBodyBytes), (context) => {
      const { _id: id, name } = context.get('session').user;
      if (!outbox.dismiss(context.req.param('id'), { id, name }))
        throw new ProblemError('not-found', { detail: 'There is no such message that was not sent.' });
      return context.json({ success: true as const });
    })
    .post('/:id/retry', limitBody(maxBodyBytes), (context) => {
      const { _id: id, name } = context.get('session').user;
      if (!outbox.retry(context.req.param('id'), { id, name }))
        throw new ProblemError('not-found', { detail: 'There is no such message that could be sent again.' });
      return context.json({ success: true as const });
    });
}
