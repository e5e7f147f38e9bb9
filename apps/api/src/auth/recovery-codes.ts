import { createHash, randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { Secret } from 'otpauth';
import type { Db } from '../platform/db/client.ts';
import { recoveryCodes } from '../platform/db/schema/accounts.ts';

const codesAtOnce = 10;

/** Makes new codes, and ends the older ones. They can be read only now. */
export function renewRecoveryCodes(tx: Pick<Db, 'delete' | 'insert'>, userId: string): string[] {
  const codes = Array.from({ length: codesAtOnce }, newRecoveryCode);
  tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).run();
  for (const code of codes) {
    tx.insert(recoveryCodes)
      .values({ userId, codeHash: hashOf(plainCode(code)) })
      .run();
  }
  return codes;
}

/** @returns whether there was such a code; there is none any more */
export function useRecoveryCode(tx: Pick<Db, 'delete'>, userId: string, code: string): boolean {
  const mine = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashOf(code)));
  return tx.delete(recoveryCodes).where(mine).run().changes > 0;
}

/** As people type it: with spaces, dashes and capitals. */
export function plainCode(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase();
}

/** 80 bits in four groups, from letters and digits that nobody mixes up. */
function newRecoveryCode(): string {
  const text = new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32.toLowerCase();
  return text.replace(/(.{4})(?=.)/g, '$1-');
}

// A code has 80 random bits: nothing is gained by a slow hash.
function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}
