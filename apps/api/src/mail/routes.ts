import { outboxQuerySchema, outboxRetrySchema } from '@threadline/schema/wire/enquiry';
import { Hono } from 'hono';
import { requireSession, type SignedIn } from '../auth/policy.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { RecordAccess } from '../platform/audit-log/access-log.ts';
import { jsonBody, limitBody, query } from '../platform/http/json-body.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import type { MailDelivery } from '../platform/outbox/delivery.ts';
import type { Outbox } from '../platform/outbox/outbox.ts';
import type { ReadMessage } from './message-text.ts';

const maxBodyBytes = 1024;

interface MailRouteParts {
  recordAccess: RecordAccess;
  outbox: Outbox;
  mailDelivery: MailDelivery;
  readMessage: ReadMessage;
  sessions: Sessions;
}

/** Routes for the state of mail delivery: failed and pending messages with their reasons. */
export function mailRoutes({ recordAccess, outbox, mailDelivery, readMessage, sessions }: MailRouteParts) {
  return new Hono<SignedIn>()
    .use(requireSession(sessions))
    .get('/', query(outboxQuerySchema), (context) => {
      recordAccess(context.var.actor, { action: 'access.listed', subject: 'outbox messages' });
      return context.json({
        success: true as const,
        ...mailDelivery.status(),
        ...outbox.listUnsent(context.req.valid('query').cursor),
      });
    })
    .get('/:id', (context) => {
      const { message, auditSubject } = readMessage(context.req.param('id'));
      recordAccess(context.var.actor, { action: 'access.opened', subject: auditSubject });
      return context.json({ success: true as const, message });
    })
    .post('/retry', limitBody(maxBodyBytes), jsonBody(outboxRetrySchema), (context) => {
      const sent = outbox.retryAll(context.req.valid('json').state, context.var.actor);
      return context.json({ success: true as const, sent });
    })
    .post('/dismiss', limitBody(maxBodyBytes), (context) => {
      return context.json({ success: true as const, dismissed: outbox.dismissAll(context.var.actor) });
    })
    .post('/:id/dismiss', limitBody(maxBodyBytes), (context) => {
      if (!outbox.dismiss(context.req.param('id'), context.var.actor))
        throw new ProblemError('not-found', { detail: 'Message not found, or it has already been sent.' });
      return context.json({ success: true as const });
    })
    .post('/:id/retry', limitBody(maxBodyBytes), (context) => {
      if (!outbox.retry(context.req.param('id'), context.var.actor))
        throw new ProblemError('not-found', { detail: 'Message not found, or it cannot be sent again.' });
      return context.json({ success: true as const });
    });
}
