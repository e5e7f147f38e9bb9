import { cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { holdLock } from '@threadline/config/process-lock';
import type { BackupManifest } from '@threadline/schema/backup';
import { eq, sql } from 'drizzle-orm';
import { recordAudit } from '../audit/service.ts';
import type { Config } from '../config.ts';
import { accountLinks, passkeyChallenges } from '../db/account-schema.ts';
import { type Db, openDatabase } from '../db/client.ts';
import { mails } from '../db/enquiry-schema.ts';
import { dataLinks } from '../db/privacy-schema.ts';
import { deliveries, previewLinks, publishing, rateLimits, sessions } from '../db/schema.ts';
import { isDiskFull } from '../disk-full.ts';
import { settleReply } from '../enquiries/reply-outcome.ts';
import { countUp, type TellProgress } from '../progress.ts';
import { makeScratch, removeStoppedWork, restoringPrefix } from '../scratch.ts';
import { ArchiveError, readManifest, unpackBackup } from './archive.ts';
import { restoredDatabaseFaults } from './check-database.ts';
import { type ErasureRow, eraseAgain, erasedSince } from './erased-since.ts';
import { databaseName, type FileFacts, factsOf, fileFaults, share, shareInPlace, sync } from './files.ts';
import { type KeptSince, keepSince, type NotKept } from './keep-since.ts';
import { type Accounts, accountsIn, keepAccounts } from './kept-accounts.ts';
import { namedMedia } from './named-media.ts';
import type { FreeBytes } from './room.ts';
import { sayWhatIsKept, sayWhatIsLeft } from './say-since.ts';
import { endLog, setAside } from './set-aside.ts';
import { readyName, stoppedRestores } from './stopped-restores.ts';
import { inTodaysSchema } from './todays-schema.ts';

export interface Restored {
  manifest: BackupManifest;
  /** Where the database that was replaced is kept; undefined where there was none. */
  replaced: string | undefined;
}

interface RestoreInput {
  /** A folder of `DATA_DIR/backups`, or an archive. */
  source: string;
  now: Date;
  say: (line: string) => void;
  tell?: TellProgress;
  freeBytes?: FreeBytes;
}

/**
 * Brings a backup back. Everything is checked in a scratch folder first; then the present database is copied, to be kept,
 * images are added (none is removed), and the database is replaced by one rename. Everybody has to sign in again.
 *
 * @throws ArchiveError naming what is wrong; nothing has changed then
 * @throws Error while the API runs on this data folder, or when the disk is full: the site is as it was
 */
export async function restoreBackup({ dataDir }: Pick<Config, 'dataDir'>, input: RestoreInput): Promise<Restored> {
  await mkdir(dataDir, { recursive: true });
  const release = holdLock(dataDir, 'api');
  for (const sentence of stoppedRestores(dataDir)) input.say(sentence);
  removeStoppedWork(dataDir);
  // On the same disk as the data: the last step is a rename.
  const scratch = await makeScratch(join(dataDir, restoringPrefix));
  try {
    const folder = join(scratch.folder, 'backup');
    const manifest = await stage(folder, input);
    input.say(`${Object.keys(manifest.files).length} files are whole. Checking the database…`);
    const staged = join(folder, databaseName);
    const faults = restoredDatabaseFaults(staged);
    if (faults.length > 0) throw new ArchiveError(`The database of this backup cannot be used: ${faults.join('; ')}.`);
    const wanted = wantedFiles(staged, manifest);
    const left = Object.keys(manifest.files).length - wanted.length;
    if (left > 0) input.say(`Left out, since no picture names them: ${left} files.`);
    const present = inTodaysSchema(join(dataDir, databaseName), scratch.folder);
    const gone = erasedSince(present, manifest.createdAt);
    const accounts = accountsIn(present);
    const about = { dataDir, now: input.now, manifest, present, gone, accounts };
    const { isKnown, kept, since } = prepareDatabase(staged, about);
    sayWhoIsIn(kept, input.say);
    sayWhatIsKept(since, input.say);
    if (!gone || !isKnown)
      input.say(
        `The ${gone ? 'key of some proofs of erasure is lost' : 'replaced database cannot be read'}: erase again whom you have erased since the backup.`,
      );
    await sync(staged);
    const ready = join(scratch.folder, readyName);
    await rename(folder, ready);
    const brought = countUp(input.tell, { name: 'Bringing the files', unit: 'items', total: wanted.length });
    // What takes room comes first: on a full disk nothing has changed yet.
    const replaced = await setAside(dataDir, input.now);
    try {
      await bringFiles({ folder: ready, dataDir, brought }, wanted);
      if (replaced) await endLog(dataDir);
    } catch (error) {
      if (replaced && isDiskFull(error)) await rm(replaced, { recursive: true, force: true });
      throw error;
    }
    await rename(join(ready, databaseName), join(dataDir, databaseName));
    await sync(dataDir);
    if (replaced) sayWhatIsLeft(since, { replaced, now: input.now }, input.say);
    return { manifest, replaced };
  } finally {
    scratch.remove();
    release();
  }
}

/** A copy of the backup, every byte of it checked. */
async function stage(folder: string, { source, say, tell, freeBytes }: RestoreInput): Promise<BackupManifest> {
  const isFolder = (await stat(source).catch(() => undefined))?.isDirectory() === true;
  say(`Reading ${source}…`);
  const manifest = isFolder ? await readManifest(source) : await unpackBackup(source, folder, { tell, freeBytes });
  if (isFolder) {
    for (const below of ['', 'media', 'keys']) await mkdir(join(folder, below), { recursive: true, mode: 0o700 });
    for (const name of Object.keys(manifest.files)) {
      // Images are shared, since they never change; the database is about to be changed, so it is copied.
      const copy = name === databaseName ? cp : share;
      await copy(join(source, name), join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
    }
  }
  const faults = await fileFaults(folder, manifest, tell);
  if (faults.length > 0) throw new ArchiveError(`The backup is damaged: ${faults.slice(0, 5).join('; ')}.`);
  return manifest;
}

interface PrepareInput {
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
 * What belongs to the time of the backup and must not come back with it; and the order to publish what does.
 *
 * @returns whether everybody who was erased since could be told, and what `keepAccounts` and `keepSince` say
 */
function prepareDatabase(
  file: string,
  { dataDir, now, manifest, present, gone = [], accounts }: Pick<Config, 'dataDir'> & PrepareInput,
): { isKnown: boolean; kept: string[] | string; since: KeptSince | NotKept } {
  const db = openDatabase(file);
  const at = now.toISOString();
  const kept = db.transaction((tx) => {
    tx.delete(sessions).run();
    tx.delete(rateLimits).run();
    // Taken back since, perhaps.
    tx.delete(previewLinks).run();
    tx.delete(dataLinks).run();
    tx.delete(accountLinks).run();
    tx.delete(passkeyChallenges).run();
    tx.update(deliveries).set({ state: 'superseded' }).where(eq(deliveries.state, 'pending')).run();
    // They may have gone out since: nobody gets the same message twice. The admin shows them and can send them again.
    const waiting = tx
      .update(mails)
      .set({ state: 'failed', lastError: 'Waiting when the backup was made; it may have been sent since.' })
      .where(eq(mails.state, 'pending'))
      .returning()
      .all();
    for (const mail of waiting) settleReply(tx, mail, at);
    tx.update(publishing)
      .set({ state: 'saved', savedAt: at, faults: [], desiredOrder: sql`${publishing.desiredOrder} + 1` })
      .run();
    recordAudit(tx, { at, by: null, action: 'backup.restored', subject: manifest.createdAt });
    return keepAccounts(tx, accounts, at);
  });
  const since = keepSince(db, present, { since: manifest.createdAt, at, gone });
  // Last: somebody who should be gone may have come back before, by a restore that lacked the key.
  const isKnown = eraseAgain(db, gone, { config: { dataDir }, now, folder: dirname(file) });
  finish(db);
  return { isKnown, kept, since };
}

function sayWhoIsIn(kept: string[] | string, say: RestoreInput['say']): void {
  if (typeof kept === 'string')
    say(
      `Accounts, roles and passwords are those of the backup, since ${kept}: shut out again whom you have shut out since.`,
    );
  else if (kept.length > 0)
    say(`Accounts stay as they were before this restore. Not as in the backup: ${kept.join(', ')}.`);
}

/** Leaves one file: nothing of the database is in a write-ahead log any more. */
function finish(db: Db): void {
  db.$client.pragma('journal_mode = DELETE');
  db.$client.close();
}

/** What no row names nobody would ever see, or delete. Keys come last: they are few, and only of use with all the rest. */
function wantedFiles(file: string, { files }: BackupManifest): [name: string, facts: FileFacts][] {
  const db = openDatabase(file);
  try {
    const named = namedMedia(db);
    const wanted = Object.entries(files).filter(([name]) => !name.startsWith('media/') || named.has(name));
    const isKey = ([name]: [string, FileFacts]) => name.startsWith('keys/');
    return [...wanted.filter((file) => !isKey(file)), ...wanted.filter(isKey)];
  } finally {
    finish(db);
  }
}

interface Bringing {
  folder: string;
  dataDir: string;
  brought: (more: number) => void;
}

async function bringFiles({ folder, dataDir, brought }: Bringing, files: [string, FileFacts][]): Promise<void> {
  for (const [name, { sha256 }] of files) {
    brought(1);
    if (name === databaseName) continue;
    const target = join(dataDir, name);
    const present = await factsOf(target).catch(() => undefined);
    // Keys of this machine stay: the publisher that runs beside may use them.
    if (present && (present.sha256 === sha256 || name.startsWith('keys/'))) continue;
    await mkdir(join(dataDir, name, '..'), { recursive: true, mode: 0o700 });
    await shareInPlace(join(folder, name), target);
  }
  for (const below of ['media', 'keys']) {
    await sync(join(dataDir, below)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}
