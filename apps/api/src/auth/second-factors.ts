import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Db, Tx } from '../platform/db/client.ts';
import { passkeys, recoveryCodes, totpSecrets } from '../platform/db/schema/accounts.ts';
import { users } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { notifyOwner } from './account-notices.ts';
import { countRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts';
import { endOtherSessions, type Session, toActor } from './sessions.ts';

interface FactorChange {
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
 * Completes the transaction that added or removed a factor: ends the sessions that began under other rules and notifies the
 * owner.
 *
 * @returns recovery codes if the account needs some and had none; they are shown only once
 */
export function onFactorsChanged(tx: Tx, userId: string, { at, by, action }: FactorChange): string[] {
  const row = tx
    .update(users)
    .set({ hasSecondFactor: hasSecondFactor(tx, userId), sessionVersion: sql`${users.sessionVersion} + 1` })
    .where(eq(users.id, userId))
    .returning()
    .get();
  if (!row) throw new ProblemError('not-found', { detail: 'This user no longer exists.' });
  endOtherSessions(tx, row, by);
  recordAudit(tx, { at: at.toISOString(), by: toActor(by), action, subject: row.email });
  notifyOwner(tx, { change: action, user: row, by, at: at.toISOString() });
  if (!row.hasSecondFactor) tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).run();
  else if (countRecoveryCodes(tx, userId) === 0) return renewRecoveryCodes(tx, userId);
  return [];
}

/** Returns whether signing in requires more than the password. */
export function hasSecondFactor(tx: Pick<Db, 'select'>, userId: string): boolean {
  const isConfirmed = and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt));
  const app = tx.select({ id: totpSecrets.userId }).from(totpSecrets).where(isConfirmed).get();
  return app !== undefined || hasPasskey(tx, userId);
}

export function hasPasskey(tx: Pick<Db, 'select'>, userId: string): boolean {
  return tx.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId)).limit(1).get() !== undefined;
}

type Removal = Pick<FactorChange, 'at' | 'by'>;

/** Removes all passkeys when another user sets a password: a remaining passkey would sign in without it. */
export function removePasskeys(tx: Tx, userId: string, removal: Removal): void {
  const removed = tx.delete(passkeys).where(eq(passkeys.userId, userId)).run().changes;
  if (removed > 0) onFactorsChanged(tx, userId, { ...removal, action: 'user.passkeys-removed' });
}

/** Removes everything but the password, for a user who lost the devices. Does nothing for an account without factors. */
export function removeSecondFactors(tx: Tx, userId: string, removal: Removal): void {
  const hadFactor = hasSecondFactor(tx, userId);
  tx.delete(totpSecrets).where(eq(totpSecrets.userId, userId)).run();
  tx.delete(passkeys).where(eq(passkeys.userId, userId)).run();
  if (hadFactor) onFactorsChanged(tx, userId, { ...removal, action: 'user.second-factor-off' });
}
