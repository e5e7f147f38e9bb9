import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Db, Tx } from '../platform/db/client.ts';
import { passkeys, recoveryCodes, totpSecrets } from '../platform/db/schema/accounts.ts';
import { users } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { tellOwner } from './account-notice.ts';
import { endOtherSessions } from './end-sessions.ts';
import { renewRecoveryCodes } from './recovery-codes.ts';
import type { Session } from './require-session.ts';

export interface FactorChange {
  at: Date;
  /** Null: the command line. */
  by: Session | null;
  action:
    | 'user.second-factor-on'
    | 'user.second-factor-off'
    | 'user.passkey-added'
    | 'user.passkey-removed'
    | 'user.passkeys-removed';
}

/**
 * After an app or a passkey was added to an account, or taken from it: signs out whoever was let in by other rules, and
 * tells the owner by mail.
 *
 * @returns recovery codes, if the account had none and needs some; they can be read only now
 */
export function settleFactors(tx: Tx, userId: string, { at, by, action }: FactorChange): string[] {
  const hasSecondFactor = hasFactor(tx, userId);
  const row = tx
    .update(users)
    .set({ hasSecondFactor, sessionVersion: sql`${users.sessionVersion} + 1` })
    .where(eq(users.id, userId))
    .returning()
    .get();
  if (!row) throw new ProblemError('not-found', { detail: 'There is no such user.' });
  endOtherSessions(tx, row, by);
  recordAudit(tx, {
    at: at.toISOString(),
    by: by && { id: by.user._id, name: by.user.name },
    action,
    subject: row.email,
  });
  tellOwner(tx, { change: action, user: row, by, at: at.toISOString() });
  const mine = eq(recoveryCodes.userId, userId);
  if (!hasSecondFactor) tx.delete(recoveryCodes).where(mine).run();
  else if (!tx.select().from(recoveryCodes).where(mine).limit(1).get()) return renewRecoveryCodes(tx, userId);
  return [];
}

/** Whether signing in asks this account for anything but its password. */
export function hasFactor(tx: Pick<Db, 'select'>, userId: string): boolean {
  const confirmed = and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt));
  const app = tx.select({ id: totpSecrets.userId }).from(totpSecrets).where(confirmed).get();
  return app !== undefined || hasPasskey(tx, userId);
}

export function hasPasskey(tx: Pick<Db, 'select'>, userId: string): boolean {
  const mine = eq(passkeys.userId, userId);
  return tx.select({ id: passkeys.id }).from(passkeys).where(mine).limit(1).get() !== undefined;
}
