import { createHash, createHmac } from 'node:crypto';
import { and, eq, isNotNull, notLike } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { erasures } from '../db/privacy-schema.ts';

const mark = 'hmac:';

/** What a proof holds in place of the address: with the key it answers "was this person erased", without it nothing. */
export function proofOf(emailKey: string, key: string): string {
  return keyed(createHash('sha256').update(emailKey).digest('hex'), key);
}

/**
 * Proofs were once without a key; such a hash can still be turned into one with it, though its address is unknown. Each
 * names its key, so that a restore with another one is noticed.
 */
export function keyed(hash: string, key: string): string {
  if (hash.startsWith(mark)) return hash;
  return `${mark}${nameOfKey(key)}:${createHmac('sha256', key).update(hash).digest('hex')}`;
}

/** @returns false also for a proof from before they named their key: nobody knows which it was */
export function isMadeWith(proof: string, key: string): boolean {
  return proof.startsWith(`${mark}${nameOfKey(key)}:`);
}

/** The part of a proof that depends on the address: the same whether it names its key or not. */
export function digestOf(proof: string): string {
  return proof.slice(proof.lastIndexOf(':') + 1);
}

function nameOfKey(key: string): string {
  return createHash('sha256').update(`name of ${key}`).digest('hex').slice(0, 8);
}

/** At the start: what an older version has left without a key. */
export function keyOldProofs(db: Db, key: string): void {
  const old = and(isNotNull(erasures.emailHash), notLike(erasures.emailHash, `${mark}%`));
  db.transaction((tx) => {
    for (const { id, emailHash } of tx.select().from(erasures).where(old).all()) {
      tx.update(erasures)
        .set({ emailHash: keyed(emailHash ?? '', key) })
        .where(eq(erasures.id, id))
        .run();
    }
  });
}
