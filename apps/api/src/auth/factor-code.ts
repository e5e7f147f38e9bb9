import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { recordAudit } from '../audit/service.ts';
import { secondFactors } from '../db/account-schema.ts';
import type { Db } from '../db/client.ts';
import { sessions, users } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { ProblemError } from '../http/problem-error.ts';
import { plainCode, useRecoveryCode } from './recovery-codes.ts';
import { unseal } from './seal.ts';

type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
type UserRow = typeof users.$inferSelect;
type Factor = typeof secondFactors.$inferSelect;

const stepMs = 30_000;
/** Wrong codes in a row. Whoever tries them knows the password already, so the account locks itself. */
const wrongCodes = 5;

export function findFactor(tx: Pick<Db, 'select'>, userId: string): Factor | undefined {
  return tx.select().from(secondFactors).where(eq(secondFactors.userId, userId)).get();
}

/** @returns the step of time that the code belongs to; undefined when it is wrong or was used already */
export function stepOf(
  factor: Factor,
  code: string,
  { now, secrets }: Pick<Deps, 'now' | 'secrets'>,
): number | undefined {
  const text = unseal(factor.secret, secrets.secondFactorKey);
  if (!text || !/^\d{6}$/.test(code)) return undefined;
  const secret = Secret.fromBase32(text);
  const delta = TOTP.validate({ token: code, secret, window: 1, timestamp: now().getTime() });
  if (delta === null) return undefined;
  const step = Math.floor(now().getTime() / stepMs) + delta;
  return step > factor.lastStep ? step : undefined;
}

/** Asks for the code at sign-in, after the password was right. */
export function createCodeCheck({ db, now, secrets }: Pick<Deps, 'db' | 'now' | 'secrets'>) {
  function countWrong(tx: Tx, user: UserRow, factor: Factor): 'wrong' | 'locked' {
    const failures = factor.failures + 1;
    const isLocked = failures >= wrongCodes;
    tx.update(secondFactors)
      .set({ failures: isLocked ? 0 : failures })
      .where(eq(secondFactors.userId, user.id))
      .run();
    if (!isLocked) return 'wrong';
    const values = { status: 'locked' as const, sessionVersion: user.sessionVersion + 1 };
    tx.update(users).set(values).where(eq(users.id, user.id)).run();
    tx.delete(sessions).where(eq(sessions.userId, user.id)).run();
    recordAudit(tx, { at: now().toISOString(), by: null, action: 'user.locked', subject: user.email });
    return 'locked';
  }

  return {
    /**
     * At sign-in, after the password was right. Each code works once.
     *
     * @throws ProblemError 401 `second-factor-required` without a code or with a wrong one, 403 when that locked the account
     */
    check(user: UserRow, code: string | undefined): void {
      const outcome = db.transaction(
        (tx) => {
          const factor = findFactor(tx, user.id);
          if (!factor?.confirmedAt) return 'right';
          if (!code) return 'missing';
          const step = stepOf(factor, plainCode(code), { now, secrets });
          if (step === undefined) {
            if (!useRecoveryCode(tx, user.id, plainCode(code))) return countWrong(tx, user, factor);
            const at = now().toISOString();
            recordAudit(tx, { at, by: user, action: 'user.used-recovery-code', subject: user.email });
          }
          tx.update(secondFactors)
            .set({ failures: 0, ...(step !== undefined && { lastStep: step }) })
            .where(eq(secondFactors.userId, user.id))
            .run();
          return 'right';
        },
        { behavior: 'immediate' },
      );
      if (outcome === 'missing')
        throw required('Enter the code that your authenticator app shows, or a recovery code.');
      if (outcome === 'wrong') throw required('This code is wrong or was used already.');
      if (outcome === 'locked') {
        const detail =
          'That was one wrong code too many: this account is locked. Choose a new password, or ask a super admin.';
        throw new ProblemError('forbidden', { detail });
      }
    },
  };
}

function required(detail: string): ProblemError {
  return new ProblemError('second-factor-required', { detail, errors: [{ pointer: '/code', detail }] });
}
