import { randomUUID } from 'node:crypto';
import { mail } from '@threadline/schema/content/sections/mail';
import { site } from '@threadline/schema/content/sections/site';
import { formatIndianTime } from '@threadline/schema/primitives/indian-time';
import type { Enquiry, EnquiryReply } from '@threadline/schema/wire/enquiry';
import { type EnquiryStatus, enquiryStatuses } from '@threadline/schema/wire/enquiry-status';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { ContentQueries } from '../../content/queries.ts';
import type { Deps } from '../../context.ts';
import { type Actor, recordAudit } from '../../platform/audit-log/audit-log.ts';
import { auditLog } from '../../platform/db/schema/core.ts';
import { enquiries, outboxMessages } from '../../platform/db/schema/enquiries.ts';
import { ProblemError } from '../../platform/http/problem-error.ts';
import { hasMailServer } from '../../platform/outbox/mail-server.ts';
import type { Outbox } from '../../platform/outbox/outbox.ts';
import { fillTemplate, toOneLine } from '../../platform/outbox/render-template.ts';
import type { EnquiryRow } from './filter.ts';
import { requireEnquiry } from './service.ts';

/** Audit actions that change the status of an enquiry. */
const statusActions = [
  ...enquiryStatuses.map((status) => `enquiry.${status}`),
  'enquiry.reply-sent',
  'enquiry.reply-failed',
];

/** Returns the draft of a reply from the template that editors maintain. */
export function draftReply(
  queries: ContentQueries,
  { reference, contactName }: Pick<Enquiry, 'reference' | 'contactName'>,
  sender: string,
): { subject: string; text: string } {
  const template = mail.singles.reply.safeParse(queries.effectiveValue('mail', 'reply')).data;
  const brand = site.singles.brand.safeParse(queries.effectiveValue('site', 'brand')).data;
  const unnamed = queries.effectiveValue('mail', 'unnamed-sender');
  const name = toOneLine(contactName) || (typeof unnamed === 'string' ? unnamed : '');
  const values = { reference, name, brand: brand?.name ?? '', sender };
  const { subject, text } = fillTemplate(template ?? { subject: '{reference}', body: '' }, values);
  return { subject, text };
}

/** Returns the function that replies to an enquiry by mail. */
export function createReplies({ config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>, outbox: Outbox) {
  /** Returns whether the draft was sent before. @throws ProblemError 409 if it had another text then */
  function isSent(messageId: string, { id, subject, text }: { id: string; subject: string; text: string }): boolean {
    const sent = db.select().from(outboxMessages).where(eq(outboxMessages.id, messageId)).get();
    if (!sent) return false;
    if (sent.enquiryId === id && sent.payload.subject === subject && sent.payload.text === text) return true;
    throw new ProblemError('conflict', {
      detail: 'A reply with another text was already sent from this form. Close it, and start a new one.',
    });
  }

  /** @throws ProblemError 409 if another user has replied or changed the status since the draft was begun */
  function refuseStale({ reference, status, answeredAt }: EnquiryRow, seen: NonNullable<EnquiryReply['seen']>): void {
    // A reply that was pending then and has been sent since is not a new reply.
    const isSameAnswer = seen.answeredAt === answeredAt || (seen.status === 'replied' && seen.answeredAt === null);
    // Opening an enquiry only marks it as read.
    const ignoreRead = (value: EnquiryStatus) => (value === 'new' ? 'read' : value);
    if (isSameAnswer && ignoreRead(status) === ignoreRead(seen.status)) return;
    const last = db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subject, reference), inArray(auditLog.action, statusActions)))
      .orderBy(desc(auditLog.id))
      .limit(1)
      .get();
    const action = status === 'replied' ? 'answered this enquiry' : `set this enquiry to ${status}`;
    const when = last ? ` on ${formatIndianTime(last.at)}` : '';
    throw new ProblemError('conflict', {
      detail: `${last?.byName ?? 'The system'} ${action}${when}, after you began to write. Your text is still here.`,
    });
  }

  function requireConsent({ retainForClient, withdrawnAt }: EnquiryRow): void {
    if (withdrawnAt === null || retainForClient) return;
    const detail = `The sender withdrew consent on ${formatIndianTime(withdrawnAt)}. Nothing may be sent to this address.`;
    throw new ProblemError('forbidden', { detail });
  }

  /**
   * Adds the reply to the outbox and marks the enquiry as replied. It counts as answered once the reply is sent. Without a
   * mail server the reply is only a file, and the enquiry stays open. The waiting replies that it replaces are never sent.
   *
   * @throws ProblemError 409 if the enquiry has changed since the draft was begun, or if a replaced reply was sent; 403 if
   * consent was withdrawn
   */
  return (id: string, { subject, text, draftId, seen, replaces = [] }: EnquiryReply, by: Actor): void => {
    db.transaction(
      (tx) => {
        const row = requireEnquiry(tx, id);
        const messageId = `${draftId ?? randomUUID()}.reply`;
        if (isSent(messageId, { id, subject, text })) return;
        requireConsent(row);
        if (seen) refuseStale(row, seen);
        const at = now().toISOString();
        outbox.replaceReplies(tx, replaces, { enquiryId: id, isConfirmed: seen === undefined, by, at });
        const payload = { subject, text };
        outbox.add({ id: messageId, kind: 'reply', enquiryId: id, recipient: row.email, payload }, at);
        const isSending = hasMailServer({ config, db });
        tx.update(enquiries)
          .set({ lastActivityAt: at, ...(isSending && { status: 'replied' }) })
          .where(eq(enquiries.id, id))
          .run();
        const action = isSending ? 'enquiry.replied' : 'enquiry.reply-written-to-disk';
        recordAudit(tx, { at, by, action, subject: row.reference });
      },
      { behavior: 'immediate' },
    );
    outbox.wake();
  };
}

export type WriteReply = ReturnType<typeof createReplies>;
