import { existsSync } from 'node:fs';
import type { Config } from '../config.ts';
import { createContentQueries } from '../content/queries.ts';
import type { Db } from '../db/client.ts';
import { contactRequests, subscribers } from '../db/enquiry-schema.ts';
import { erasures, rightsRequests } from '../db/privacy-schema.ts';
import { findKeyFault, keyFiles, keyPath, readKey } from '../keys.ts';
import { createEraser } from '../privacy/erase.ts';
import { digestOf, isMadeWith, keyed, proofOf } from '../privacy/proof.ts';
import { readIfPossible } from './kept/replaced-database.ts';

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
  return readIfPossible(file, (client) =>
    client
      .prepare<[string], ErasureRow>(
        'select at, reason, by_name as byName, email_hash as emailHash, enquiries, mails, subscribers from erasures where at > ? order by id',
      )
      .all(since),
  );
}

/**
 * A backup is older than an erasure that came after it: what was promised to be gone must not come back with it. Whoever
 * came back by their own will after the proof stays, and no new proof is made: it would erase them by the next restore. The rows
 * themselves come along, so that a second restore, of another backup, still knows of them.
 *
 * @param folder the backup, unpacked: it may hold a key
 * @returns false if a proof was made with another key: then nobody knows whose it is
 */
export function eraseAgain(
  db: Db,
  rows: readonly ErasureRow[],
  { config, now, folder }: { config: Pick<Config, 'dataDir'>; now: Date; folder: string },
): boolean {
  if (rows.length === 0) return true;
  const keys = keysIn(config.dataDir, folder);
  const proven = rows.map((row) => ({ ...row, emailHash: row.emailHash && keyed(row.emailHash, keys[0]) }));
  db.transaction((tx) => {
    for (const row of proven) tx.insert(erasures).values(row).run();
  });
  const proofs = proven.flatMap(({ emailHash }) => emailHash ?? []);
  // Rows come in the order of their making: the last one of a person counts.
  const momentOf = new Map(proven.flatMap(({ emailHash, at }) => (emailHash ? [[digestOf(emailHash), at]] : [])));
  const secrets = { erasureKey: keys[0] };
  const eraser = createEraser({ db, config, now: () => now, secrets }, createContentQueries(db));
  const known = [contactRequests, subscribers, rightsRequests].flatMap((table) =>
    db.selectDistinct({ emailKey: table.emailKey }).from(table).all(),
  );
  for (const { emailKey } of known) {
    const moments = keys.flatMap((key) => momentOf.get(digestOf(proofOf(emailKey, key))) ?? []);
    for (const at of moments) eraser.erasePersonAgain(emailKey, at);
  }
  return proofs.every((proof) => keys.some((key) => isMadeWith(proof, key)));
}

/**
 * Returns the keys of this machine and of the backup. A new one is generated only if neither has a key file. A key file that
 * is damaged stays as it is; then the first key matches no proof.
 */
function keysIn(dataDir: string, folder: string): [string, ...string[]] {
  const held = [dataDir, folder].filter((place) => existsSync(keyPath(place, 'erasure-key')));
  if (held.length === 0) return [readKey(dataDir, 'erasure-key')];
  const usable = held.filter((place) => findKeyFault(place, 'erasure-key') === undefined);
  const [first = keyFiles['erasure-key'].create(), ...others] = usable.map((place) => readKey(place, 'erasure-key'));
  return [first, ...others];
}
