import type { Enquiry } from '@threadline/schema/enquiry';
import { and, asc, eq, isNull, or, type SQL } from 'drizzle-orm';
import type { Db } from '../platform/db/client.ts';
import { consents, notices } from '../platform/db/schema/privacy.ts';

/** Returns consents, oldest first, each with the version number of the notice that was shown. */
export function listConsents(db: Db, which: SQL): Enquiry['consents'] {
  const versions = new Map(
    db
      .select()
      .from(notices)
      .all()
      .map(({ id, version }) => [id, version]),
  );
  return db
    .select()
    .from(consents)
    .where(which)
    .orderBy(asc(consents.id))
    .all()
    .map(({ purpose, given, requested, at, confirmedAt, noticeId, withdrawnAt }) => ({
      purpose,
      given,
      requested,
      at,
      confirmedAt,
      noticeVersion: versions.get(noticeId ?? '') ?? null,
      withdrawnAt,
    }));
}

type Purpose = typeof consents.$inferSelect.purpose;

/**
 * Marks the consents of an address as withdrawn, for one purpose or for all. Called inside a transaction.
 *
 * @returns the number of consents that changed
 */
export function withdrawConsents(
  tx: Pick<Db, 'update'>,
  { emailKey, purpose, at }: { emailKey: string; purpose?: Purpose; at: string },
): number {
  return tx
    .update(consents)
    .set({ withdrawnAt: at })
    .where(
      and(
        eq(consents.emailKey, emailKey),
        purpose && eq(consents.purpose, purpose),
        or(eq(consents.given, true), eq(consents.requested, true)),
        isNull(consents.withdrawnAt),
      ),
    )
    .run().changes;
}

/** Marks the newsletter consents of an address as given, after its owner has confirmed. Called inside a transaction. */
export function confirmConsents(tx: Pick<Db, 'update'>, { emailKey, at }: { emailKey: string; at: string }): void {
  tx.update(consents)
    .set({ given: true, confirmedAt: at })
    .where(
      and(
        eq(consents.emailKey, emailKey),
        eq(consents.requested, true),
        eq(consents.given, false),
        isNull(consents.withdrawnAt),
      ),
    )
    .run();
}
