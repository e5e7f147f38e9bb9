import { createHash, createHmac } from 'node:crypto';
import { and, eq, isNotNull, notLike } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { erasures } from '../db/privacy-schema.ts';

const mark = 'hmac:';

/** What a proof holds in place of the address: with the key it answers "was this person erased", without it nothing. */
export function proofOf(emailKey: string, key: string): string {
  return keyed(createHash('sha256').update(emailKey).digest('hex'), key);
}

/** Proofs were once without a key; such a hash can still be turned into one with it, though its address is unknown. */
export function keyed(hash: string, key: string): string {
  return hash.startsWith(mark) ? hash : mark + createHmac('sha256', key).update(hash).digest('hex');
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
