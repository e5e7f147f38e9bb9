import { eq } from 'drizzle-orm';
import type { Tx } from '../platform/db/client.ts';
import { passkeys, totpSecrets } from '../platform/db/schema/accounts.ts';
import { type FactorChange, hasFactor, settleFactors } from './second-factor-state.ts';

type Removal = Pick<FactorChange, 'at' | 'by'>;

/** By somebody else than the owner, with a new password: whoever has one would sign in without it. */
export function removePasskeys(tx: Tx, userId: string, removal: Removal): void {
  const removed = tx.delete(passkeys).where(eq(passkeys.userId, userId)).run().changes;
  if (removed > 0) settleFactors(tx, userId, { ...removal, action: 'user.passkeys-removed' });
}

/**
 * Everything but the password, for somebody who has lost it. An account that has nothing of it stays as it is: nobody is
 * signed out or told by mail.
 */
export function removeFactors(tx: Tx, userId: string, removal: Removal): void {
  const had = hasFactor(tx, userId);
  tx.delete(totpSecrets).where(eq(totpSecrets.userId, userId)).run();
  tx.delete(passkeys).where(eq(passkeys.userId, userId)).run();
  if (had) settleFactors(tx, userId, { ...removal, action: 'user.second-factor-off' });
}
