import { openStatuses } from '@threadline/schema/enquiry-status';
import { and, eq, gte, inArray, isNull, or } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { applyReplyState } from '../enquiries/sla.ts';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import { enquiries, outboxMessages, subscribers } from '../platform/db/schema/enquiries.ts';
import { toSender } from '../platform/mail/outbox.ts';

/** A subscription that leaving still has to end: a member's, or a question from after the last leaving. */
export const isAskedOrMember = or(
  isNull(subscribers.unsubscribedAt),
  gte(subscribers.confirmationRequestedAt, subscribers.unsubscribedAt),
);

type Tx = Pick<Deps['db'], 'insert' | 'select' | 'update'>;

/**
 * What the end of the consent means for the enquiries of an address: what waits for the sender is not sent any more, and
 * nobody has to answer. None is kept longer for it. A client's file does not rest on consent: it is only marked. Inside a
 * transaction.
 *
 * @returns how many
 */
export function stopAnswering(tx: Tx, { emailKey, at }: { emailKey: string; at: string }): number {
  const own = and(eq(enquiries.emailKey, emailKey), isNull(enquiries.withdrawnAt));
  const rows = tx.select().from(enquiries).where(own).all();
  for (const { id, retainForClient, reference, lastActivityAt } of rows) {
    if (!retainForClient) stopAnsweringOne(tx, { id, reference, at });
    tx.update(enquiries).set({ withdrawnAt: at, lastActivityAt }).where(eq(enquiries.id, id)).run();
  }
  return rows.length;
}

/** Inside a transaction: the same for one enquiry that is no client's file. It is not marked by this. */
export function stopAnsweringOne(tx: Tx, { id, reference, at }: { id: string; reference: string; at: string }): void {
  const unsent = and(
    eq(outboxMessages.enquiryId, id),
    inArray(outboxMessages.kind, [...toSender, 'reminder']),
    inArray(outboxMessages.state, ['pending', 'failed', 'written-to-disk']),
  );
  const values = { state: 'dismissed' as const, lastError: 'Consent was withdrawn.' };
  for (const mail of tx.update(outboxMessages).set(values).where(unsent).returning().all())
    applyReplyState(tx, mail, { at });
  const open = and(eq(enquiries.id, id), inArray(enquiries.status, openStatuses));
  const closed = tx.update(enquiries).set({ status: 'closed' }).where(open).run();
  if (closed.changes > 0) recordAudit(tx, { at, by: null, action: 'enquiry.closed', subject: reference });
}
