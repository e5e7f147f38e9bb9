import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Deps } from '../context.ts';
import type { Db } from '../platform/db/client.ts';
import { totpSecrets } from '../platform/db/schema/accounts.ts';
import { unseal } from './encryption.ts';

type Factor = typeof totpSecrets.$inferSelect;

const stepMs = 30_000;

export function findFactor(tx: Pick<Db, 'select'>, userId: string): Factor | undefined {
  return tx.select().from(totpSecrets).where(eq(totpSecrets.userId, userId)).get();
}

/** @returns the step of time that the code belongs to; undefined when it is wrong or was used already */
export function stepOf(
  factor: Factor,
  code: string,
  { now, secrets }: Pick<Deps, 'now' | 'secrets'>,
): number | undefined {
  const text = unseal(factor.encryptedSecret, secrets.secondFactorKey);
  if (!text || !/^\d{6}$/.test(code)) return undefined;
  const secret = Secret.fromBase32(text);
  const delta = TOTP.validate({ token: code, secret, window: 1, timestamp: now().getTime() });
  if (delta === null) return undefined;
  const step = Math.floor(now().getTime() / stepMs) + delta;
  return step > factor.lastUsedStep ? step : undefined;
}
