import { existsSync, readdirSync } from 'node:fs';
import { cp, link, mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { holdLock } from '@threadline/config/process-lock';
import { linkOrCopy, renameDurably, syncPath } from '@threadline/files/durable-files';
import type { BackupManifest, FileFacts } from '@threadline/schema/wire/backup';
import Database from 'better-sqlite3';
import type { Config } from '../config.ts';
import type { Actor } from '../platform/audit-log/audit-log.ts';
import { openDatabase } from '../platform/db/client.ts';
import { findKeyFault, isKeyName } from '../platform/keys.ts';
import { createProgressCounter, type OnProgress } from '../platform/progress.ts';
import { isDiskFullError } from '../platform/storage/free-space.ts';
import { findMediaPlace, type MediaPlace, openMediaPlace } from '../platform/storage/media-storage.ts';
import { createTempFolder, removeStaleTempFolders, restoringPrefix } from '../platform/storage/temp-folders.ts';
import { type UnpackOptions, unpackBackup } from './archive.ts';
import { closeAsOneFile, prepareRestored } from './carry-over.ts';
import { findRestoredFaults } from './check-database.ts';
import type { CarriedOver } from './copy-rows.ts';
import { type BackupLocation, openBackupStore } from './location.ts';
import {
  ArchiveError,
  backupFolders,
  databaseName,
  findFileFaults,
  forEachFile,
  hashFile,
  ignoreMissing,
  readManifest,
} from './manifest.ts';
import { findMediaFaults } from './named-media.ts';
import { downloadBackup, type OffSiteSource } from './off-site.ts';
import { listMediaFiles } from './verify.ts';

export interface RestoreResult {
  manifest: BackupManifest;
  /** The folder that keeps the replaced database; undefined if there was none. */
  replaced: string | undefined;
}

/** Returns where a backup is: in `DATA_DIR/backups`, or else at the backup location. @throws ArchiveError */
export function findBackupSource(dataDir: string, location: BackupLocation | undefined, id: string) {
  const folder = join(dataDir, 'backups', id);
  return location && !existsSync(folder) ? { store: openBackupStore(location), id } : folder;
}

interface RestoreInput extends UnpackOptions {
  /** A folder of `DATA_DIR/backups`, an archive, or a backup in an object store. */
  source: string | OffSiteSource;
  /** Whether images that the backup only names may be missing. */
  withoutImages?: boolean;
  now: Date;
  /** The super admin who asked for it; null on the command line. */
  by?: Actor | null;
  print: (line: string) => void;
}

/**
 * Restores a backup. Everything is checked in a temporary folder first; then the present database is copied, to be kept,
 * images are added (none is removed), and one rename replaces the database. All sessions end.
 *
 * @throws ArchiveError naming the fault of the backup; the site is unchanged
 * @throws Error while the API uses this data folder, or when the disk is full; the site is unchanged
 */
export async function restoreBackup(
  { dataDir, mediaStore }: Pick<Config, 'dataDir' | 'mediaStore'>,
  input: RestoreInput,
): Promise<RestoreResult> {
  const { now, print, onProgress } = input;
  const place = findMediaPlace({ dataDir, mediaStore });
  await mkdir(dataDir, { recursive: true });
  const release = holdLock(dataDir, 'api');
  for (const sentence of describeStoppedRestores(dataDir)) print(sentence);
  removeStaleTempFolders(dataDir);
  // On the disk of the data, because the last step is a rename.
  const scratch = createTempFolder(join(dataDir, restoringPrefix));
  try {
    const folder = join(scratch.folder, 'backup');
    const manifest = await stageBackup(folder, dataDir, input);
    if (!input.withoutImages) await refuseMissingImages(place, manifest);
    print(`${Object.keys(manifest.files).length} files are intact. Checking the database…`);
    const staged = join(folder, databaseName);
    refuseDamaged(staged);
    const files = listUsedFiles(staged, manifest);
    const unused = Object.keys(manifest.files).length - files.length;
    if (unused > 0) print(`Left out, because no image uses them: ${unused} files.`);
    const carried = prepareRestored(staged, { dataDir, scratch: scratch.folder, manifest, now, by: input.by });
    await syncPath(staged);
    const ready = join(scratch.folder, readyName);
    await rename(folder, ready);
    const replaced = await activateBackup({ ready, dataDir, place, files, now, onProgress });
    reportCarriedOver(carried, print);
    return { manifest, replaced };
  } finally {
    scratch.remove();
    release();
  }
}

/** Copies the backup into a folder and compares every byte with the manifest. */
async function stageBackup(
  folder: string,
  dataDir: string,
  { source, print, onProgress, readFreeBytes }: RestoreInput,
): Promise<BackupManifest> {
  if (typeof source !== 'string') {
    print(`Downloading ${source.id} from the store ${source.store.name}…`);
    return downloadBackup(source, { folder, dataDir, onProgress, readFreeBytes });
  }
  const isFolder = (await stat(source).catch(() => undefined))?.isDirectory() === true;
  print(`Reading ${source}…`);
  if (!isFolder) return unpackBackup(source, folder, { onProgress, readFreeBytes });
  const manifest = await readManifest(source);
  for (const name of backupFolders) await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
  await forEachFile(Object.keys(manifest.files), (name) => {
    // Images are linked, because they never change. The database is changed below, so it is copied.
    const copy = name === databaseName ? cp : linkOrCopy;
    return copy(join(source, name), join(folder, name)).catch(ignoreMissing);
  });
  const faults = await findFileFaults(folder, manifest, onProgress);
  if (faults.length > 0) throw new ArchiveError(`The backup is damaged: ${faults.slice(0, 5).join('; ')}.`);
  return manifest;
}

/** The images of an object store are restored with it, and not with a backup that names them. */
async function refuseMissingImages(place: MediaPlace, { named }: BackupManifest): Promise<void> {
  const faults = await findMediaFaults(place, named);
  if (faults.length === 0) return;
  const where = 'store' in place ? `the store ${place.store.name}` : place.folder;
  throw new ArchiveError(
    `This backup names its images without containing them, and ${faults.length} of ${Object.keys(named).length} are not in ${where} as they were: ${faults.slice(0, 3).join('; ')}. The server’s administrator can check STORAGE_URL. To restore without them, add --without-images.`,
  );
}

function refuseDamaged(file: string): void {
  const faults = findRestoredFaults(file);
  if (faults.length > 0) throw new ArchiveError(`The database of this backup cannot be used: ${faults.join('; ')}.`);
}

/** Returns the files to add. An image file that no row names would never be shown or deleted. */
function listUsedFiles(database: string, { files }: BackupManifest): [name: string, facts: FileFacts][] {
  const db = openDatabase(database);
  try {
    const used = listMediaFiles(db);
    return Object.entries(files).filter(([name]) => !name.startsWith('media/') || used.has(name));
  } finally {
    closeAsOneFile(db);
  }
}

function reportCarriedOver({ items, changedAccounts, warnings }: CarriedOver, print: (line: string) => void): void {
  if (changedAccounts.length > 0)
    print(`Accounts stay as they were before this restore. Different from the backup: ${changedAccounts.join(', ')}.`);
  if (items.length > 0) print(`Carried over from the replaced database: ${items.join(', ')}.`);
  for (const warning of warnings) print(warning);
  print('Unsent messages need your review: see them under Enquiries, then send or delete them.');
}

/** The folder of a checked backup within the folder of a restore. Moving its database out is the last step. */
export const readyName = 'ready';
const databaseParts = ['', '-wal', '-shm'];

interface Activation {
  /** The backup, unpacked and checked. */
  ready: string;
  dataDir: string;
  place: MediaPlace;
  files: [name: string, facts: FileFacts][];
  now: Date;
  onProgress?: OnProgress | undefined;
}

/**
 * Makes a checked backup the state of the data folder. The present database is copied, to be kept; images are added,
 * and none is removed; the last step, a rename, replaces the database.
 * @returns the folder of the copy; undefined if there was no database
 * @throws Error when the disk is full: the site is unchanged
 */
export async function activateBackup(activation: Activation): Promise<string | undefined> {
  const { ready, dataDir, now } = activation;
  // The copy takes the most room. If the disk is full, nothing has changed yet.
  const replaced = await copyReplacedDatabase(dataDir, now);
  try {
    await addFiles(activation);
    if (replaced) await removeWriteAheadLog(dataDir);
  } catch (error) {
    if (replaced && isDiskFullError(error)) await rm(replaced, { recursive: true, force: true });
    throw error;
  }
  await renameDurably(join(ready, databaseName), join(dataDir, databaseName));
  return replaced;
}

/**
 * Copies the database that is about to be replaced, with its log, even if it is damaged.
 *
 * @returns the folder of the copy; undefined if there is no database
 */
export async function copyReplacedDatabase(dataDir: string, now: Date): Promise<string | undefined> {
  const file = join(dataDir, databaseName);
  if (!existsSync(file)) return undefined;
  const base = join(dataDir, 'backups');
  const name = `before-restore-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
  // Hidden until it is complete: `removeDrafts` removes it after a killed restore.
  const draft = join(base, `.${name}`);
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    for (const part of databaseParts.filter((each) => existsSync(file + each))) {
      await cp(file + part, join(draft, databaseName + part));
      await syncPath(join(draft, databaseName + part));
    }
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  await syncPath(draft);
  await renameDurably(draft, join(base, name));
  return join(base, name);
}

/**
 * Removes the write-ahead log of the database that is about to be replaced: SQLite would replay it into the restored one. Its
 * content is written into the old database first, because the restore may be killed before the last step.
 */
export async function removeWriteAheadLog(dataDir: string): Promise<void> {
  const file = join(dataDir, databaseName);
  let client: Database.Database | undefined;
  try {
    client = new Database(file, { fileMustExist: true });
    client.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    // The log cannot be written into a damaged database.
    if (isDiskFullError(error)) throw error;
  } finally {
    client?.close();
  }
  for (const part of databaseParts.slice(1)) await rm(file + part, { force: true });
}

async function addFiles({ ready, dataDir, place, files, onProgress }: Activation): Promise<void> {
  const count = createProgressCounter(onProgress, { name: 'Adding the files', unit: 'items', total: files.length });
  for (const folder of backupFolders) {
    const inFolder = files.filter(([name]) => name.startsWith(`${folder}/`));
    if (inFolder.length === 0) continue;
    if (folder === 'media' && 'store' in place) {
      const storage = openMediaPlace(place);
      await forEachFile(inFolder, async ([name]) => {
        await storage.writeFile(basename(name), join(ready, name));
        count(1);
      });
      continue;
    }
    await mkdir(join(dataDir, folder), { recursive: true, mode: 0o700 });
    await forEachFile(inFolder, async ([name, { sha256 }]) => {
      await addFile(name, { ready, dataDir, sha256 });
      count(1);
    });
    await syncPath(join(dataDir, folder));
  }
  // Counts the database, which the last step adds.
  count(1);
}

async function addFile(
  name: string,
  { ready, dataDir, sha256 }: { ready: string; dataDir: string; sha256: string },
): Promise<void> {
  const [source, target] = [join(ready, name), join(dataDir, name)];
  const isNew = await link(source, target).then(
    () => true,
    () => false,
  );
  if (isNew) return;
  const present = await hashFile(target).catch(() => undefined);
  if (present && (present.sha256 === sha256 || isUsableKey(dataDir, name))) return;
  const draft = `${target}.restored.tmp`;
  await rm(draft, { force: true });
  await linkOrCopy(source, draft);
  await rename(draft, target);
}

/** Intact keys of this machine stay, because a running publisher may use them. Damaged ones are replaced. */
function isUsableKey(dataDir: string, file: string): boolean {
  const [folder, name = ''] = file.split('/');
  return folder === 'keys' && !(isKeyName(name) && findKeyFault(dataDir, name));
}

/**
 * Returns a sentence for each restore that was killed, until its temporary folder is removed. The caller holds the
 * lock of the data folder.
 */
export function describeStoppedRestores(dataDir: string): string[] {
  const names = readdirSync(dataDir).filter((name) => name.startsWith(restoringPrefix));
  return names.map((name) => {
    const ready = join(dataDir, name, readyName);
    return existsSync(ready) && !existsSync(join(ready, databaseName))
      ? 'A restore was stopped after its last step: the restored site is in place.'
      : 'A restore was stopped before its last step: the site is unchanged. Restore again if you still want to.';
  });
}
