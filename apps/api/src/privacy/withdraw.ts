import { and, eq, isNull } from 'drizzle-orm';
import { consents } from '../db/privacy-schema.ts';
import type { Deps } from '../deps.ts';

type Purpose = typeof consents.$inferSelect.purpose;

/** Notes on the receipts of an address that consent has ended, for one purpose or for all. Inside a transaction. */
export function withdrawConsents(
  tx: Pick<Deps['db'], 'update'>,
  { emailKey, purpose, at }: { emailKey: string; purpose?: Purpose; at: string },
): void {
  tx.update(consents)
    .set({ withdrawnAt: at })
    .where(
      and(
        eq(consents.emailKey, emailKey),
        purpose && eq(consents.purpose, purpose),
        eq(consents.given, true),
        isNull(consents.withdrawnAt),
      ),
    )
    .run();
}
