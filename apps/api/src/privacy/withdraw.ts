import { and, eq, gte, isNull, or } from 'drizzle-orm';
import { mails, subscribers } from '../db/enquiry-schema.ts';
import { consents } from '../db/privacy-schema.ts';
import type { Deps } from '../deps.ts';

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
        eq(consents.given, true),
        isNull(consents.withdrawnAt),
      ),
    )
    .run().changes;
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
