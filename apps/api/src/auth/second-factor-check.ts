import type { PasskeyAssertion } from '@threadline/schema/wire/passkey';
import { eq, sql } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Tx } from '../platform/db/client.ts';
import { sessions, users } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { createPasskeyAssertions, expiredChallengeDetail } from './passkey-assertions.ts';
import { consumeRecoveryCode } from './recovery-codes.ts';
import { hasPasskey, hasSecondFactor } from './second-factors.ts';
import { consumeTotpCode } from './totp.ts';
import type { UserRow } from './user-record.ts';

type Outcome = 'correct' | 'missing' | 'expired' | 'wrong' | 'locked';

/** Consecutive failures before the account locks: an attacker at this step already has the password. */
const maxFailures = 5;
const immediate = { behavior: 'immediate' } as const;

export interface GivenFactor {
  /** Of an authenticator app, or a recovery code. */
  code?: string | undefined;
  passkey?: PasskeyAssertion | undefined;
}

/** Checks the second factor at sign-in, after the password was verified. */
export function createSecondFactorCheck(deps: Pick<Deps, 'config' | 'db' | 'log' | 'now' | 'secrets'>) {
  const { db, now } = deps;
  const assertions = createPasskeyAssertions(deps);

  function countFailure(tx: Tx, user: UserRow): 'wrong' | 'locked' {
    const isUser = eq(users.id, user.id);
    const raised = { failedSecondFactors: sql`${users.failedSecondFactors} + 1` };
    const row = tx.update(users).set(raised).where(isUser).returning({ count: users.failedSecondFactors }).get();
    if ((row?.count ?? 0) < maxFailures) return 'wrong';
    const values = { status: 'locked' as const, failedSecondFactors: 0, sessionVersion: user.sessionVersion + 1 };
    tx.update(users).set(values).where(isUser).run();
    tx.delete(sessions).where(eq(sessions.userId, user.id)).run();
    recordAudit(tx, { at: now().toISOString(), by: null, action: 'user.locked', subject: user.email });
    return 'locked';
  }

  function resetFailures(tx: Tx, user: UserRow): 'correct' {
    tx.update(users).set({ failedSecondFactors: 0 }).where(eq(users.id, user.id)).run();
    return 'correct';
  }

  function checkCode(tx: Tx, user: UserRow, code: string): Outcome {
    if (consumeTotpCode(tx, { userId: user.id, code }, deps)) return resetFailures(tx, user);
    if (!consumeRecoveryCode(tx, user.id, code)) return countFailure(tx, user);
    const at = now().toISOString();
    recordAudit(tx, { at, by: user, action: 'user.used-recovery-code', subject: user.email });
    return resetFailures(tx, user);
  }

  async function check(user: UserRow, { code, passkey }: GivenFactor): Promise<Outcome> {
    if (!hasSecondFactor(db, user.id)) return 'correct';
    if (passkey) {
      const owner = await assertions.verify(passkey, user.id);
      // A slow response is no guess and counts for nothing.
      if (owner === 'expired') return 'expired';
      return db.transaction((tx) => (owner === 'wrong' ? countFailure(tx, user) : resetFailures(tx, user)), immediate);
    }
    return code ? db.transaction((tx) => checkCode(tx, user, code), immediate) : 'missing';
  }

  /**
   * Requires the second factor of an account that has one. Each code and each assertion works once.
   *
   * @throws ProblemError 401 `second-factor-required` if it is missing or wrong, 403 if that locked the account
   */
  return async (user: UserRow, given: GivenFactor): Promise<void> => {
    const outcome = await check(user, given);
    if (outcome === 'correct') return;
    if (outcome === 'locked') {
      const detail =
        'Too many wrong codes were entered, so this account is locked. Choose a new password, or ask a super admin.';
      throw new ProblemError('forbidden', { detail });
    }
    const detail = describeRefusal(outcome, given, hasPasskey(db, user.id));
    const errors = [{ pointer: given.passkey ? '/passkey' : '/code', detail }];
    const passkeyOptions = assertions.createOptions(user.id);
    throw new ProblemError('second-factor-required', { detail, errors, passkeyOptions });
  };
}

function describeRefusal(
  outcome: 'missing' | 'expired' | 'wrong',
  { passkey }: GivenFactor,
  hasPasskeys: boolean,
): string {
  if (outcome === 'expired') return expiredChallengeDetail;
  if (outcome === 'wrong') {
    return passkey ? 'This passkey does not belong to the account.' : 'This code is wrong or was already used.';
  }
  if (hasPasskeys) return 'Use your passkey, or enter a code of your authenticator app or a recovery code.';
  return 'Enter the code that your authenticator app shows, or a recovery code.';
}
