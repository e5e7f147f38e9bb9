import { openStatuses } from '@threadline/schema/enquiry-status';
import { and, eq, gte, inArray, isNull, or } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { applyReplyState } from '../enquiries/sla.ts';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import { enquiries, outboxMessages, subscribers } from '../platform/db/schema/enquiries.ts';
import { toSender } from '../platform/mail/outbox.ts';

/** Selects subscriptions that unsubscribing still has to end: members, and confirmations requested since. */
export const isAskedOrMember = or(
  isNull(subscribers.unsubscribedAt),
  gte(subscribers.confirmationRequestedAt, subscribers.unsubscribedAt),
);

type Tx = Pick<Deps['db'], 'insert' | 'select' | 'update'>;

/**
 * Applies a withdrawn consent to the enquiries of an address: pending messages to the sender are dismissed and open
 * enquiries closed. Enquiries that are retained for a client are only marked. Called inside a transaction.
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

/** Does the same for one enquiry, without marking it. Called inside a transaction. */
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
