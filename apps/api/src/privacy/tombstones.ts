import { createHash, createHmac } from 'node:crypto';

/**
 * Returns what an erasure keeps of an address: a keyed digest. With the key it answers whether an address was erased;
 * without the key it reveals nothing.
 *
 * @param key `secrets.erasureKey`
 */
export function createTombstone(emailKey: string, key: string): string {
  return `${keyFingerprint(key)}:${createHmac('sha256', key).update(emailKey).digest('hex')}`;
}

/** Returns whether a tombstone was made with this key. With another key it cannot be compared. */
export function isTombstoneOfKey(tombstone: string, key: string): boolean {
  return tombstone.startsWith(`${keyFingerprint(key)}:`);
}

function keyFingerprint(key: string): string {
  return createHash('sha256').update(`fingerprint of ${key}`).digest('hex').slice(0, 8);
}
