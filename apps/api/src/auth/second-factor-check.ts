import type { PasskeyAssertion } from '@threadline/schema/passkey';
import { eq, sql } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Tx } from '../platform/db/client.ts';
import { totpSecrets } from '../platform/db/schema/accounts.ts';
import { sessions, users } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { createPasskeyCheck } from './passkey-check.ts';
import { plainCode, useRecoveryCode } from './recovery-codes.ts';
import { hasFactor, hasPasskey } from './second-factor-state.ts';
import { findFactor, stepOf } from './totp-code.ts';

type UserRow = typeof users.$inferSelect;
type Outcome = 'right' | 'missing' | 'late' | 'wrong' | 'locked';

/** Wrong ones in a row. Whoever tries them knows the password already, so the account locks itself. */
const maxWrongFactors = 5;

export interface GivenFactor {
  /** Of an app, or a recovery code. */
  code?: string | undefined;
  passkey?: PasskeyAssertion | undefined;
}

/** Asks for the second factor at sign-in, after the password was right. */
export function createFactorCheck(deps: Pick<Deps, 'config' | 'db' | 'log' | 'now' | 'secrets'>) {
  const { db, now } = deps;
  const passkeyCheck = createPasskeyCheck(deps);

  function countWrong(tx: Tx, user: UserRow): 'wrong' | 'locked' {
    const mine = eq(users.id, user.id);
    const raised = { failedSecondFactors: sql`${users.failedSecondFactors} + 1` };
    const row = tx.update(users).set(raised).where(mine).returning({ count: users.failedSecondFactors }).get();
    if ((row?.count ?? 0) < maxWrongFactors) return 'wrong';
    const values = { status: 'locked' as const, failedSecondFactors: 0, sessionVersion: user.sessionVersion + 1 };
    tx.update(users).set(values).where(mine).run();
    tx.delete(sessions).where(eq(sessions.userId, user.id)).run();
    recordAudit(tx, { at: now().toISOString(), by: null, action: 'user.locked', subject: user.email });
    return 'locked';
  }

  function forgetWrong(tx: Tx, user: UserRow): 'right' {
    tx.update(users).set({ failedSecondFactors: 0 }).where(eq(users.id, user.id)).run();
    return 'right';
  }

  function checkCode(tx: Tx, user: UserRow, code: string): Outcome {
    const factor = findFactor(tx, user.id);
    const step = factor?.confirmedAt ? stepOf(factor, plainCode(code), deps) : undefined;
    if (step !== undefined) {
      tx.update(totpSecrets).set({ lastUsedStep: step }).where(eq(totpSecrets.userId, user.id)).run();
    } else {
      if (!useRecoveryCode(tx, user.id, plainCode(code))) return countWrong(tx, user);
      const at = now().toISOString();
      recordAudit(tx, { at, by: user, action: 'user.used-recovery-code', subject: user.email });
    }
    return forgetWrong(tx, user);
  }

  async function outcomeOf(user: UserRow, { code, passkey }: GivenFactor): Promise<Outcome> {
    if (!hasFactor(db, user.id)) return 'right';
    if (passkey) {
      const answered = await passkeyCheck.check(passkey, user.id);
      // Nobody guesses by being slow: such an answer opens nothing, and locks nothing.
      if (answered === 'late') return 'late';
      return db.transaction((tx) => (answered === 'wrong' ? countWrong(tx, user) : forgetWrong(tx, user)), immediate);
    }
    return code ? db.transaction((tx) => checkCode(tx, user, code), immediate) : 'missing';
  }

  return {
    /**
     * Each code works once, and so does each answer of a passkey.
     *
     * @throws ProblemError 401 `second-factor-required` without one or with a wrong one, 403 when that locked the account
     */
    async check(user: UserRow, given: GivenFactor): Promise<void> {
      const outcome = await outcomeOf(user, given);
      if (outcome === 'right') return;
      if (outcome === 'locked') {
        const detail =
          'That was one wrong code too many: this account is locked. Choose a new password, or ask a super admin.';
        throw new ProblemError('forbidden', { detail });
      }
      const detail = refusalWords(outcome, given, hasPasskey(db, user.id));
      const errors = [{ pointer: given.passkey ? '/passkey' : '/code', detail }];
      throw new ProblemError('second-factor-required', { detail, errors, passkeyOptions: passkeyCheck.ask(user.id) });
    },
  };
}

export const lateWords = 'Five minutes have passed, or this was answered already. Use your passkey once more.';

const immediate = { behavior: 'immediate' } as const;

function refusalWords(outcome: 'missing' | 'late' | 'wrong', { passkey }: GivenFactor, withPasskey: boolean): string {
  if (outcome === 'late') return lateWords;
  if (outcome === 'wrong') {
    return passkey ? 'This passkey does not belong to the account.' : 'This code is wrong or was used already.';
  }
  if (withPasskey) return 'Use your passkey, or enter a code of your authenticator app or a recovery code.';
  return 'Enter the code that your authenticator app shows, or a recovery code.';
}
