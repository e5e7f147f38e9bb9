import { cp, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { holdLock } from '@threadline/config/process-lock';
import type { BackupManifest, FileFacts } from '@threadline/schema/backup';
import type { Config } from '../config.ts';
import { openDatabase } from '../platform/db/client.ts';
import type { TellProgress } from '../platform/progress.ts';
import { makeScratch, removeStoppedWork, restoringPrefix } from '../platform/storage/temp-folders.ts';
import { putInPlace } from './activate.ts';
import { unpackBackup } from './archive.ts';
import { closeAsOneFile, prepareRestored } from './carry-over.ts';
import { restoredDatabaseFaults } from './check-database.ts';
import type { CarriedOver } from './copy-rows.ts';
import type { FreeBytes } from './disk-space.ts';
import { databaseName, fileFaults, forEachFile, share, sync, unlessMissing } from './files.ts';
import { ArchiveError, readManifest } from './manifest.ts';
import { namedMedia } from './referenced-media.ts';
import { readyName, stoppedRestores } from './stopped-restores.ts';

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
  const scratch = makeScratch(join(dataDir, restoringPrefix));
  try {
    const folder = join(scratch.folder, 'backup');
    const manifest = await stage(folder, input);
    input.say(`${Object.keys(manifest.files).length} files are whole. Checking the database…`);
    const staged = join(folder, databaseName);
    checkDatabase(staged);
    const wanted = wantedFiles(staged, manifest);
    const left = Object.keys(manifest.files).length - wanted.length;
    if (left > 0) input.say(`Left out, since no picture names them: ${left} files.`);
    const carried = prepareRestored(staged, { dataDir, scratch: scratch.folder, manifest, now: input.now });
    await sync(staged);
    const ready = join(scratch.folder, readyName);
    await rename(folder, ready);
    const replaced = await putInPlace({ ready, dataDir, now: input.now, tell: input.tell }, wanted);
    reportCarriedOver(carried, input.say);
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
  // Unpacking compares every byte with the manifest.
  if (!isFolder) return unpackBackup(source, folder, { tell, freeBytes });
  const manifest = await readManifest(source);
  for (const below of ['media', 'keys']) await mkdir(join(folder, below), { recursive: true, mode: 0o700 });
  await forEachFile(Object.keys(manifest.files), (name) => {
    // Images are linked, since they never change. The database is changed below, so it is copied.
    const copy = name === databaseName ? cp : share;
    return copy(join(source, name), join(folder, name)).catch(unlessMissing);
  });
  const faults = await fileFaults(folder, manifest, tell);
  if (faults.length > 0) throw new ArchiveError(`The backup is damaged: ${faults.slice(0, 5).join('; ')}.`);
  return manifest;
}

function checkDatabase(file: string): void {
  const faults = restoredDatabaseFaults(file);
  if (faults.length > 0) throw new ArchiveError(`The database of this backup cannot be used: ${faults.join('; ')}.`);
}

/** Returns the files to bring over. An image that no row names would never be shown, nor deleted. */
function wantedFiles(file: string, { files }: BackupManifest): [name: string, facts: FileFacts][] {
  const db = openDatabase(file);
  try {
    const named = namedMedia(db);
    return Object.entries(files).filter(([name]) => !name.startsWith('media/') || named.has(name));
  } finally {
    closeAsOneFile(db);
  }
}

function reportCarriedOver({ items, changedAccounts, warnings }: CarriedOver, say: (line: string) => void): void {
  if (changedAccounts.length > 0)
    say(`Accounts stay as they were before this restore. Different from the backup: ${changedAccounts.join(', ')}.`);
  if (items.length > 0) say(`Carried over from the replaced database: ${items.join(', ')}.`);
  for (const warning of warnings) say(warning);
  say('Messages that were waiting are held: review them under Enquiries, then send or dismiss them.');
}
