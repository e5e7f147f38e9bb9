import { count, eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Deps } from '../context.ts';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import { recoveryCodes, totpSecrets } from '../platform/db/schema/accounts.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { seal } from './encryption.ts';
import { plainCode, renewRecoveryCodes } from './recovery-codes.ts';
import { removeFactors } from './remove-second-factors.ts';
import type { Session } from './require-session.ts';
import { hasFactor, settleFactors } from './second-factor-state.ts';
import { findFactor, stepOf } from './totp-code.ts';

/** One-time codes of an authenticator app (RFC 6238), and recovery codes for the day the phone is gone. */
export function createSecondFactor({ db, now, secrets }: Pick<Deps, 'db' | 'now' | 'secrets'>) {
  return {
    state(userId: string): { isOn: boolean; recoveryCodesLeft: number } {
      const row = db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId)).get();
      return { isOn: Boolean(findFactor(db, userId)?.confirmedAt), recoveryCodesLeft: row?.left ?? 0 };
    },

    /** A secret for the app. It counts only once a code made with it has come back. */
    begin({ user }: Session): { secret: string; uri: string } {
      const at = now().toISOString();
      const secret = new Secret({ size: 20 });
      db.transaction((tx) => {
        if (findFactor(tx, user._id)?.confirmedAt) {
          throw new ProblemError('conflict', { detail: 'A second factor is on already. Turn it off first.' });
        }
        tx.delete(totpSecrets).where(eq(totpSecrets.userId, user._id)).run();
        tx.insert(totpSecrets)
          .values({ userId: user._id, encryptedSecret: seal(secret.base32, secrets.secondFactorKey), createdAt: at })
          .run();
      });
      return { secret: secret.base32, uri: new TOTP({ issuer: 'Threadline', label: user.email, secret }).toString() };
    },

    /** @returns recovery codes, which are shown only now; none when there are older ones, made with a passkey */
    confirm(by: Session, code: string): string[] {
      return db.transaction((tx) => {
        const factor = findFactor(tx, by.user._id);
        if (!factor || factor.confirmedAt) throw new ProblemError('conflict', { detail: 'Begin again.' });
        const step = stepOf(factor, plainCode(code), { now, secrets });
        if (step === undefined) {
          const detail = 'This code is wrong. Check that the clock of your phone is right, and take the newest code.';
          throw new ProblemError('validation-failed', { detail, errors: [{ pointer: '/code', detail }] });
        }
        tx.update(totpSecrets)
          .set({ confirmedAt: now().toISOString(), lastUsedStep: step })
          .where(eq(totpSecrets.userId, by.user._id))
          .run();
        return settleFactors(tx, by.user._id, { at: now(), by, action: 'user.second-factor-on' });
      });
    },

    /** Ends the older codes. */
    renewCodes(by: Session): string[] {
      return db.transaction((tx) => {
        if (!hasFactor(tx, by.user._id)) throw new ProblemError('conflict', { detail: 'Turn it on first.' });
        recordAudit(tx, {
          at: now().toISOString(),
          by: { id: by.user._id, name: by.user.name },
          action: 'user.renewed-recovery-codes',
          subject: by.user.email,
        });
        return renewRecoveryCodes(tx, by.user._id);
      });
    },

    /** The app alone: passkeys are removed one by one. */
    turnOff(by: Session): void {
      db.transaction((tx) => {
        tx.delete(totpSecrets).where(eq(totpSecrets.userId, by.user._id)).run();
        settleFactors(tx, by.user._id, { at: now(), by, action: 'user.second-factor-off' });
      });
    },

    /** See `removeFactors`. */
    removeAll(userId: string, by: Session): void {
      db.transaction((tx) => removeFactors(tx, userId, { at: now(), by }));
    },
  };
}
