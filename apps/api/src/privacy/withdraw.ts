import { openStatuses } from '@threadline/schema/enquiry-status';
import { and, eq, gte, inArray, isNull, or } from 'drizzle-orm';
import { recordAudit } from '../audit/service.ts';
import { contactRequests, mails, subscribers } from '../db/enquiry-schema.ts';
import { consents } from '../db/privacy-schema.ts';
import type { Deps } from '../deps.ts';
import { settleReply } from '../enquiries/reply-outcome.ts';
import { toSender } from '../mail/outbox.ts';

type Purpose = typeof consents.$inferSelect.purpose;

/**
 * Notes on the receipts of an address that consent has ended, for one purpose or for all. Inside a transaction.
 *
 * @returns on how many
 */
export function withdrawConsents(
  tx: Pick<Deps['db'], 'update'>,
  { emailKey, purpose, at }: { emailKey: string; purpose?: Purpose; at: string },
): number {
  return tx
    .update(consents)
    .set({ withdrawnAt: at })
    .where(
      and(
        eq(consents.emailKey, emailKey),
        purpose && eq(consents.purpose, purpose),
        or(eq(consents.given, true), eq(consents.asked, true)),
        isNull(consents.withdrawnAt),
      ),
    )
    .run().changes;
}

/** Whoever asked for the newsletter: now the owner of the address has agreed. Inside a transaction. */
export function confirmConsents(
  tx: Pick<Deps['db'], 'update'>,
  { emailKey, at }: { emailKey: string; at: string },
): void {
  tx.update(consents)
    .set({ given: true, confirmedAt: at })
    .where(
      and(
        eq(consents.emailKey, emailKey),
        eq(consents.asked, true),
        eq(consents.given, false),
        isNull(consents.withdrawnAt),
      ),
    )
    .run();
}

/** A subscription that leaving still has to end: a member's, or a question from after the last leaving. */
export const isAskedOrMember = or(
  isNull(subscribers.unsubscribedAt),
  gte(subscribers.askedAt, subscribers.unsubscribedAt),
);

/** Takes back what would ask the address once more. Inside a transaction. */
export function cancelQuestions(tx: Pick<Deps['db'], 'delete'>, emailKey: string): void {
  tx.delete(mails)
    .where(and(eq(mails.emailKey, emailKey), eq(mails.kind, 'newsletter-confirmation'), eq(mails.state, 'pending')))
    .run();
}

type Tx = Pick<Deps['db'], 'insert' | 'select' | 'update'>;

/**
 * What the end of the consent means for the enquiries of an address: what waits for the sender is not sent any more, and
 * nobody has to answer. None is kept longer for it. A client's file does not rest on consent: it is only marked. Inside a
 * transaction.
 *
 * @returns how many
 */
export function stopAnswering(tx: Tx, { emailKey, at }: { emailKey: string; at: string }): number {
  const own = and(eq(contactRequests.emailKey, emailKey), isNull(contactRequests.withdrawnAt));
  const rows = tx.select().from(contactRequests).where(own).all();
  for (const { id, isKept, reference, touchedAt } of rows) {
    if (!isKept) stopAnsweringOne(tx, { id, reference, at });
    tx.update(contactRequests).set({ withdrawnAt: at, touchedAt }).where(eq(contactRequests.id, id)).run();
  }
  return rows.length;
}

/** Inside a transaction: the same for one enquiry that is no client's file. It is not marked by this. */
export function stopAnsweringOne(tx: Tx, { id, reference, at }: { id: string; reference: string; at: string }): void {
  const unsent = and(
    eq(mails.requestId, id),
    inArray(mails.kind, [...toSender, 'reminder']),
    inArray(mails.state, ['pending', 'failed', 'filed']),
  );
  const values = { state: 'dismissed' as const, lastError: 'Consent was withdrawn.' };
  for (const mail of tx.update(mails).set(values).where(unsent).returning().all()) settleReply(tx, mail, { at });
  const open = and(eq(contactRequests.id, id), inArray(contactRequests.status, openStatuses));
  const closed = tx.update(contactRequests).set({ status: 'closed' }).where(open).run();
  if (closed.changes > 0) recordAudit(tx, { at, by: null, action: 'enquiry.closed', subject: reference });
}
