import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Config } from '../config.ts';
import { createContentQueries } from '../content/queries.ts';
import type { Db } from '../db/client.ts';
import { contactRequests, subscribers } from '../db/enquiry-schema.ts';
import { erasures } from '../db/privacy-schema.ts';
import { createEraser } from '../privacy/erase.ts';

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
 */
export function eraseAgain(
  db: Db,
  rows: readonly ErasureRow[],
  { config, now }: { config: Pick<Config, 'dataDir'>; now: Date },
) {
  if (rows.length === 0) return;
  db.transaction((tx) => {
    for (const row of rows) tx.insert(erasures).values(row).run();
  });
  const hashes = new Set(rows.map(({ emailHash }) => emailHash));
  const eraser = createEraser({ db, config, now: () => now }, createContentQueries(db));
  const known = [contactRequests, subscribers].flatMap((table) =>
    db.selectDistinct({ emailKey: table.emailKey }).from(table).all(),
  );
  for (const { emailKey } of known) {
    if (hashes.has(createHash('sha256').update(emailKey).digest('hex'))) eraser.erasePerson(emailKey, 'request', null);
  }
}
