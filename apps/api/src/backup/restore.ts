import { cp, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { holdLock } from '@threadline/config/process-lock';
import { linkOrCopy, syncPath } from '@threadline/files/durable-files';
import type { BackupManifest, FileFacts } from '@threadline/schema/wire/backup';
import type { Config } from '../config.ts';
import { openDatabase } from '../platform/db/client.ts';
import { createTempFolder, removeStaleTempFolders, restoringPrefix } from '../platform/storage/temp-folders.ts';
import { activateBackup, describeStoppedRestores, readyName } from './activate.ts';
import { type UnpackOptions, unpackBackup } from './archive.ts';
import { closeAsOneFile, prepareRestored } from './carry-over.ts';
import { findRestoredFaults } from './check-database.ts';
import type { CarriedOver } from './copy-rows.ts';
import {
  ArchiveError,
  backupFolders,
  databaseName,
  findFileFaults,
  forEachFile,
  ignoreMissing,
  readManifest,
} from './manifest.ts';
import { listMediaFiles } from './verify.ts';

export interface RestoreResult {
  manifest: BackupManifest;
  /** The folder that keeps the replaced database; undefined if there was none. */
  replaced: string | undefined;
}

interface RestoreInput extends UnpackOptions {
  /** A folder of `DATA_DIR/backups`, or an archive. */
  source: string;
  now: Date;
  print: (line: string) => void;
}

/**
 * Restores a backup. Everything is checked in a temporary folder first; then the present database is copied, to be kept,
 * images are added (none is removed), and one rename replaces the database. All sessions end.
 *
 * @throws ArchiveError naming the fault of the backup; the site is unchanged
 * @throws Error while the API uses this data folder, or when the disk is full; the site is unchanged
 */
export async function restoreBackup({ dataDir }: Pick<Config, 'dataDir'>, input: RestoreInput): Promise<RestoreResult> {
  const { now, print, onProgress } = input;
  await mkdir(dataDir, { recursive: true });
  const release = holdLock(dataDir, 'api');
  for (const sentence of describeStoppedRestores(dataDir)) print(sentence);
  removeStaleTempFolders(dataDir);
  // On the disk of the data, because the last step is a rename.
  const scratch = createTempFolder(join(dataDir, restoringPrefix));
  try {
    const folder = join(scratch.folder, 'backup');
    const manifest = await stageBackup(folder, input);
    print(`${Object.keys(manifest.files).length} files are intact. Checking the database…`);
    const staged = join(folder, databaseName);
    refuseDamaged(staged);
    const files = listUsedFiles(staged, manifest);
    const unused = Object.keys(manifest.files).length - files.length;
    if (unused > 0) print(`Left out, because no image uses them: ${unused} files.`);
    const carried = prepareRestored(staged, { dataDir, scratch: scratch.folder, manifest, now });
    await syncPath(staged);
    const ready = join(scratch.folder, readyName);
    await rename(folder, ready);
    const replaced = await activateBackup({ ready, dataDir, files, now, onProgress });
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
  { source, print, onProgress, readFreeBytes }: RestoreInput,
): Promise<BackupManifest> {
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
  print('Unsent messages need your review: see them under Enquiries, then send or dismiss them.');
}
