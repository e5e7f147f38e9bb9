import { dirname } from 'node:path';
import type { BackupManifest } from '@threadline/schema/backup';
import { and, eq, sql } from 'drizzle-orm';
import { recordAudit } from '../audit/service.ts';
import { accountLinks, passkeyChallenges } from '../db/account-schema.ts';
import { type Db, openDatabase, type Tx } from '../db/client.ts';
import { mails } from '../db/enquiry-schema.ts';
import { dataLinks } from '../db/privacy-schema.ts';
import { deliveries, previewLinks, publishing, rateLimits, sessions } from '../db/schema.ts';
import { settleReply } from '../enquiries/reply-outcome.ts';
import { type ErasureRow, eraseAgain } from './erased-since.ts';
import { type KeptSince, keepSince, type NotKept } from './kept/keep-since.ts';
import { type Accounts, keepAccounts } from './kept/kept-accounts.ts';
import { endOf } from './kept/replaced-database.ts';

interface PrepareInput {
  dataDir: string;
  now: Date;
  manifest: BackupManifest;
  /** The database that is about to be replaced, see `inTodaysSchema`. */
  present: string;
  /** See `erasedSince`. */
  gone: readonly ErasureRow[] | undefined;
  /** See `accountsIn`. */
  accounts: Accounts | string;
}

/**
 * Ends what belongs to the time of the backup and must not come back with it, orders that the rest is published, and brings
 * over what is newer than the backup.
 *
 * @returns whether everybody who was erased since could be told, and what `keepAccounts` and `keepSince` say
 */
export function prepareDatabase(
  file: string,
  { dataDir, now, manifest, present, gone = [], accounts }: PrepareInput,
): { isKnown: boolean; kept: string[] | string; since: KeptSince | NotKept } {
  const db = openDatabase(file);
  const at = now.toISOString();
  const end = endOf(db);
  const kept = db.transaction((tx) => {
    endWhatWasOpen(tx, at);
    recordAudit(tx, { at, by: null, action: 'backup.restored', subject: manifest.createdAt });
    return keepAccounts(tx, accounts, at);
  });
  const since = keepSince(db, present, { since: manifest.createdAt, end, at, gone });
  db.transaction((tx) => settleStopped(tx, at));
  // Last: somebody who should be gone may have come back before, by a restore that lacked the key.
  const isKnown = eraseAgain(db, gone, { config: { dataDir }, now, folder: dirname(file) });
  closeAsOneFile(db);
  return { isKnown, kept, since };
}

const stopped = {
  state: 'failed',
  lastError: 'Waiting when the backup was made; it may have been sent since.',
} as const;

/** Replies of which the replaced database, too, cannot tell whether they went out: they answer nobody. */
function settleStopped(tx: Tx, at: string): void {
  const isStopped = and(eq(mails.state, stopped.state), eq(mails.lastError, stopped.lastError));
  // A restore is no dealing with the sender: a newer backup may know of one.
  for (const mail of tx.select().from(mails).where(isStopped).all()) settleReply(tx, mail, { at, isDealing: false });
}

/** Of the time of the backup: who was signed in, what was under way, and which links were open. */
function endWhatWasOpen(tx: Tx, at: string): void {
  tx.delete(sessions).run();
  tx.delete(rateLimits).run();
  // Taken back since, perhaps.
  tx.delete(previewLinks).run();
  tx.delete(dataLinks).run();
  tx.delete(accountLinks).run();
  tx.delete(passkeyChallenges).run();
  tx.update(deliveries).set({ state: 'superseded' }).where(eq(deliveries.state, 'pending')).run();
  // They may have gone out since: nobody gets the same message twice. The admin shows them and can send them again.
  tx.update(mails).set(stopped).where(eq(mails.state, 'pending')).run();
  tx.update(publishing)
    .set({ state: 'saved', savedAt: at, faults: [], desiredOrder: sql`${publishing.desiredOrder} + 1` })
    .run();
}

/** Leaves one file: nothing of the database is in a write-ahead log any more. */
export function closeAsOneFile(db: Db): void {
  db.$client.pragma('journal_mode = DELETE');
  db.$client.close();
}
