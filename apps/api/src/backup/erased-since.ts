import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Config } from '../config.ts';
import { createContentQueries } from '../content/queries.ts';
import type { Db } from '../db/client.ts';
import { contactRequests, subscribers } from '../db/enquiry-schema.ts';
import { erasures } from '../db/privacy-schema.ts';
import { readErasureKey } from '../deps.ts';
import { createEraser } from '../privacy/erase.ts';
import { keyed, proofOf } from '../privacy/proof.ts';

/** A row of `erasures`, as it lies in the file. */
export interface ErasureRow {
  at: string;
  reason: 'retention' | 'request' | 'admin';
  byName: string | null;
  emailHash: string | null;
  enquiries: number;
  mails: number;
  subscribers: number;
}

/**
 * What was erased after a moment.
 *
 * @param file the database that is about to be replaced
 * @returns undefined if it cannot be read: then nobody knows
 */
export function erasedSince(file: string, since: string): ErasureRow[] | undefined {
  if (!existsSync(file)) return [];
  try {
    const client = new Database(file, { readonly: true });
    try {
      return client
        .prepare<[string], ErasureRow>(
          'select at, reason, by_name as byName, email_hash as emailHash, enquiries, mails, subscribers from erasures where at > ? order by id',
        )
        .all(since);
    } finally {
      client.close();
    }
  } catch {
    return undefined;
  }
}

/**
 * A backup is older than an erasure that came after it: what was promised to be gone must not come back with it. The rows
 * themselves come along, so that a second restore, of another backup, still knows of them.
 *
 * @returns false if the key of their proofs is lost: then nobody knows whose they are
 */
export function eraseAgain(
  db: Db,
  rows: readonly ErasureRow[],
  { config, now }: { config: Pick<Config, 'dataDir'>; now: Date },
): boolean {
  if (rows.length === 0) return true;
  const isKeyKept = existsSync(join(config.dataDir, 'keys', 'erasure-key'));
  const isKeyNeeded = rows.some(({ emailHash }) => emailHash?.startsWith('hmac:'));
  const erasureKey = readErasureKey(config.dataDir);
  const proofs = rows.map(({ emailHash }) => emailHash && keyed(emailHash, erasureKey));
  db.transaction((tx) => {
    for (const [index, row] of rows.entries())
      tx.insert(erasures)
        .values({ ...row, emailHash: proofs[index] ?? null })
        .run();
  });
  const hashes = new Set(proofs);
  const eraser = createEraser({ db, config, now: () => now, secrets: { erasureKey } }, createContentQueries(db));
  const known = [contactRequests, subscribers].flatMap((table) =>
    db.selectDistinct({ emailKey: table.emailKey }).from(table).all(),
  );
  for (const { emailKey } of known) {
    if (hashes.has(proofOf(emailKey, erasureKey))) eraser.erasePerson(emailKey, 'request', null);
  }
  return isKeyKept || !isKeyNeeded;
}
