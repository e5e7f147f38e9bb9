import { randomUUID } from 'node:crypto';
import type { EnquiryReply } from '@threadline/schema/enquiry';
import { type EnquiryStatus, enquiryStatuses } from '@threadline/schema/enquiry-status';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Deps } from '../../context.ts';
import { type Actor, recordAudit } from '../../platform/audit-log/audit-log.ts';
import { auditLog } from '../../platform/db/schema/core.ts';
import { enquiries, outboxMessages } from '../../platform/db/schema/enquiries.ts';
import { ProblemError } from '../../platform/http/problem-error.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { inIndianWords } from '../sla/working-hours.ts';
import { requireEnquiry } from './require-enquiry.ts';

type Row = typeof enquiries.$inferSelect;

/** What the log of changes says of an enquiry that is moved. */
const statusActions = [
  ...enquiryStatuses.map((status) => `enquiry.${status}`),
  'enquiry.reply-sent',
  'enquiry.reply-failed',
];

/** Answers by mail. */
export function createReplies({ config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>, outbox: Outbox) {
  /** The same draft a second time. @throws ProblemError 409 when it has other words now */
  function isSent(mailId: string, { id, subject, text }: { id: string; subject: string; text: string }): boolean {
    const sent = db.select().from(outboxMessages).where(eq(outboxMessages.id, mailId)).get();
    if (!sent) return false;
    if (sent.enquiryId === id && sent.payload.subject === subject && sent.payload.text === text) return true;
    throw new ProblemError('conflict', { detail: 'This reply was stored already, with other words.' });
  }

  /** The answer that was seen waiting has gone out meanwhile: that is no other answer. */
  function isSameAnswer(id: string, seenAt: string | null, answeredAt: string | null): boolean {
    if (seenAt === answeredAt) return true;
    if (seenAt === null || answeredAt === null) return false;
    const own = and(
      eq(outboxMessages.enquiryId, id),
      eq(outboxMessages.kind, 'reply'),
      eq(outboxMessages.sentAt, answeredAt),
    );
    return (
      db
        .select({ seq: outboxMessages.seq })
        .from(outboxMessages)
        .where(and(own, eq(outboxMessages.createdAt, seenAt)))
        .get() !== undefined
    );
  }

  function requireAsSeen({ id, reference, status, answeredAt }: Row, seen: NonNullable<EnquiryReply['seen']>): void {
    // That somebody else has opened it as well is no reason to stop.
    const folderOf = (at: EnquiryStatus) => (at === 'new' ? 'read' : at);
    const isSame = isSameAnswer(id, seen.answeredAt, answeredAt);
    if (isSame && folderOf(status) === folderOf(seen.status)) return;
    const last = db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subject, reference), inArray(auditLog.action, statusActions)))
      .orderBy(desc(auditLog.id))
      .limit(1)
      .get();
    const what = !isSame && answeredAt ? 'answered this enquiry' : `set this enquiry to ${status}`;
    const when = last ? ` on ${inIndianWords(last.at)}` : '';
    throw new ProblemError('conflict', {
      detail: `${last?.byName ?? 'The system'} ${what}${when}, after you began to write. Your words are kept.`,
    });
  }

  function requireConsent({ retainForClient, withdrawnAt }: Row): void {
    if (withdrawnAt === null || retainForClient) return;
    const detail = `The sender withdrew the consent on ${inIndianWords(withdrawnAt)}: nothing may be sent to this address.`;
    throw new ProblemError('forbidden', { detail });
  }

  /**
   * Writes the answer into the outbox and marks the enquiry as replied, both or neither. Without a mail server the answer
   * reaches nobody, and the enquiry stays as it is.
   *
   * @throws ProblemError 409 when somebody answered or moved the enquiry since the draft was begun, 403 when the consent was withdrawn
   */
  return (id: string, { subject, text, draftId, seen }: EnquiryReply, by: Actor): void => {
    db.transaction(
      (tx) => {
        const row = requireEnquiry(db, id);
        const mailId = `${draftId ?? randomUUID()}.reply`;
        if (isSent(mailId, { id, subject, text })) return;
        requireConsent(row);
        if (seen) requireAsSeen(row, seen);
        const at = now().toISOString();
        outbox.add({ id: mailId, kind: 'reply', enquiryId: id, recipient: row.email, payload: { subject, text } }, at);
        const isSending = Boolean(config.mail.smtpUrl);
        tx.update(enquiries)
          .set({ lastActivityAt: at, ...(isSending && { status: 'replied', answeredAt: row.answeredAt ?? at }) })
          .where(eq(enquiries.id, id))
          .run();
        const action = isSending ? 'enquiry.replied' : 'enquiry.reply-written-to-disk';
        recordAudit(tx, { at, by, action, subject: row.reference });
      },
      { behavior: 'immediate' },
    );
    outbox.announce();
  };
}

export type WriteReply = ReturnType<typeof createReplies>;
