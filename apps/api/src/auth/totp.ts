import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Deps } from '../context.ts';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Db, Tx } from '../platform/db/client.ts';
import { totpSecrets } from '../platform/db/schema/accounts.ts';
import { decryptText, encryptText } from '../platform/encryption.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { countRecoveryCodes, normalizeCode, renewRecoveryCodes } from './recovery-codes.ts';
import { hasSecondFactor, onFactorsChanged, removeSecondFactors } from './second-factors.ts';
import { type Session, toActor } from './sessions.ts';

/** Manages the one-time codes of an authenticator app (RFC 6238), and the recovery codes beside them. */
export function createTotp({ db, now, secrets }: Pick<Deps, 'db' | 'now' | 'secrets'>) {
  return {
    getState: (userId: string): { isOn: boolean; recoveryCodesLeft: number } => ({
      isOn: Boolean(findTotpSecret(db, userId)?.confirmedAt),
      recoveryCodesLeft: countRecoveryCodes(db, userId),
    }),

    /** Returns a new secret for the app. It takes effect with the first correct code, see `confirm`. */
    begin({ user }: Session): { secret: string; uri: string } {
      const createdAt = now().toISOString();
      const secret = new Secret({ size: 20 });
      db.transaction((tx) => {
        if (findTotpSecret(tx, user._id)?.confirmedAt) {
          throw new ProblemError('conflict', { detail: 'Two-step verification is already on. Turn it off first.' });
        }
        const encryptedSecret = encryptText(secret.base32, secrets.secondFactorKey);
        tx.delete(totpSecrets).where(eq(totpSecrets.userId, user._id)).run();
        tx.insert(totpSecrets).values({ userId: user._id, encryptedSecret, createdAt }).run();
      });
      return { secret: secret.base32, uri: new TOTP({ issuer: 'Threadline', label: user.email, secret }).toString() };
    },

    /** Turns the app on. Returns recovery codes, or none if the account already has some from a passkey. */
    confirm(by: Session, code: string): string[] {
      return db.transaction((tx) => {
        const stored = findTotpSecret(tx, by.user._id);
        if (!stored || stored.confirmedAt) throw new ProblemError('conflict', { detail: 'Start again.' });
        if (!consumeCode(tx, { stored, code }, { now, secrets })) {
          const detail = 'This code is wrong. Check that the clock of your phone is right, and enter the newest code.';
          throw new ProblemError('validation-failed', { detail, errors: [{ pointer: '/code', detail }] });
        }
        const confirmedAt = now().toISOString();
        tx.update(totpSecrets).set({ confirmedAt }).where(eq(totpSecrets.userId, by.user._id)).run();
        return onFactorsChanged(tx, by.user._id, { at: now(), by, action: 'user.second-factor-on' });
      });
    },

    /** Replaces the recovery codes. */
    renewRecoveryCodes(by: Session): string[] {
      return db.transaction((tx) => {
        if (!hasSecondFactor(tx, by.user._id))
          throw new ProblemError('conflict', { detail: 'Turn on two-step verification first.' });
        const [at, action] = [now().toISOString(), 'user.renewed-recovery-codes'];
        recordAudit(tx, { at, by: toActor(by), action, subject: by.user.email });
        return renewRecoveryCodes(tx, by.user._id);
      });
    },

    /** Turns the app off. Passkeys stay. */
    turnOff(by: Session): void {
      db.transaction((tx) => {
        tx.delete(totpSecrets).where(eq(totpSecrets.userId, by.user._id)).run();
        onFactorsChanged(tx, by.user._id, { at: now(), by, action: 'user.second-factor-off' });
      });
    },

    /** Removes the app and all passkeys of another account. */
    removeAll(userId: string, by: Session): void {
      db.transaction((tx) => removeSecondFactors(tx, userId, { at: now(), by }));
    },
  };
}

function findTotpSecret(tx: Pick<Db, 'select'>, userId: string) {
  return tx.select().from(totpSecrets).where(eq(totpSecrets.userId, userId)).get();
}

const stepMs = 30_000;

/**
 * Marks the time step of a correct code as used. Returns false for a wrong code, for one that is not newer than the last one,
 * and while no app is confirmed.
 */
export function consumeTotpCode(
  tx: Tx,
  given: { userId: string; code: string },
  deps: Pick<Deps, 'now' | 'secrets'>,
): boolean {
  const stored = findTotpSecret(tx, given.userId);
  return stored?.confirmedAt ? consumeCode(tx, { stored, code: given.code }, deps) : false;
}

function consumeCode(
  tx: Tx,
  { stored, code }: { stored: typeof totpSecrets.$inferSelect; code: string },
  { now, secrets }: Pick<Deps, 'now' | 'secrets'>,
): boolean {
  const { userId, encryptedSecret, lastUsedStep } = stored;
  const token = normalizeCode(code);
  const secret = decryptText(encryptedSecret, secrets.secondFactorKey);
  if (secret === undefined || !/^\d{6}$/.test(token)) return false;
  const timestamp = now().getTime();
  const delta = TOTP.validate({ token, secret: Secret.fromBase32(secret), window: 1, timestamp });
  const step = Math.floor(timestamp / stepMs) + (delta ?? 0);
  if (delta === null || step <= lastUsedStep) return false;
  tx.update(totpSecrets).set({ lastUsedStep: step }).where(eq(totpSecrets.userId, userId)).run();
  return true;
}
