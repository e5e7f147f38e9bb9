import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Config } from '../config.ts';
import { createContentQueries } from '../content/queries.ts';
import type { Db } from '../db/client.ts';
import { contactRequests, subscribers } from '../db/enquiry-schema.ts';
import { createEraser } from '../privacy/erase.ts';

/**
 * People whose details were erased after a moment, as hashes of their addresses.
 *
 * @param file the database that is about to be replaced
 * @returns undefined if it cannot be read: then nobody knows
 */
export function erasedSince(file: string, since: string): Set<string> | undefined {
  if (!existsSync(file)) return new Set();
  try {
    const client = new Database(file, { readonly: true });
    try {
      const rows = client.prepare('select email_hash as hash from erasures where at > ? and email_hash is not null');
      return new Set((rows.all(since) as { hash: string }[]).map(({ hash }) => hash));
    } finally {
      client.close();
    }
  } catch {
    return undefined;
  }
}

/** A backup is older than an erasure that came after it: what was promised to be gone must not come back with it. */
export function eraseAgain(
  db: Db,
  hashes: ReadonlySet<string>,
  { config, now }: { config: Pick<Config, 'dataDir'>; now: Date },
) {
  if (hashes.size === 0) return;
  const eraser = createEraser({ db, config, now: () => now }, createContentQueries(db));
  const known = [contactRequests, subscribers].flatMap((table) =>
    db.selectDistinct({ emailKey: table.emailKey }).from(table).all(),
  );
  for (const { emailKey } of known) {
    if (hashes.has(createHash('sha256').update(emailKey).digest('hex'))) eraser.erasePerson(emailKey, 'request', null);
  }
}
