import { createHash, randomBytes } from 'node:crypto';
import { and, count, eq } from 'drizzle-orm';
import { Secret } from 'otpauth';
import type { Db } from '../platform/db/client.ts';
import { recoveryCodes } from '../platform/db/schema/accounts.ts';

const codesPerAccount = 10;

/** Replaces the recovery codes of an account. Returns the new ones: only their hashes are stored. */
export function renewRecoveryCodes(tx: Pick<Db, 'delete' | 'insert'>, userId: string): string[] {
  const codes = Array.from({ length: codesPerAccount }, createCode);
  tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).run();
  for (const code of codes) {
    tx.insert(recoveryCodes)
      .values({ userId, codeHash: hashCode(normalizeCode(code)) })
      .run();
  }
  return codes;
}

export function countRecoveryCodes(db: Pick<Db, 'select'>, userId: string): number {
  return db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId)).get()?.left ?? 0;
}

/** Deletes a recovery code. Returns whether it existed. */
export function consumeRecoveryCode(tx: Pick<Db, 'delete'>, userId: string, code: string): boolean {
  const isCode = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashCode(normalizeCode(code))));
  return tx.delete(recoveryCodes).where(isCode).run().changes > 0;
}

/** Removes the spaces, dashes and capitals that people type. */
export function normalizeCode(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase();
}

/** Returns 80 random bits in groups of four, in an alphabet without characters that look alike. */
function createCode(): string {
  const text = new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32.toLowerCase();
  return text.replace(/(.{4})(?=.)/g, '$1-');
}

// A fast hash is enough for 80 random bits.
function hashCode(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}
