import { existsSync, readdirSync } from 'node:fs';
import { cp, link, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { linkOrCopy, renameDurably, syncPath } from '@threadline/files/durable-files';
import type { FileFacts } from '@threadline/schema/wire/backup';
import Database from 'better-sqlite3';
import { findKeyFault, isKeyName } from '../platform/keys.ts';
import { createProgressCounter, type OnProgress } from '../platform/progress.ts';
import { isDiskFullError } from '../platform/storage/free-space.ts';
import { restoringPrefix } from '../platform/storage/temp-folders.ts';
import { backupFolders, databaseName, forEachFile, hashFile } from './manifest.ts';

/** The folder of a checked backup within the folder of a restore. Moving its database out is the last step. */
export const readyName = 'ready';
const databaseParts = ['', '-wal', '-shm'];

interface Activation {
  /** The backup, unpacked and checked. */
  ready: string;
  dataDir: string;
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

async function addFiles({ ready, dataDir, files, onProgress }: Activation): Promise<void> {
  const count = createProgressCounter(onProgress, { name: 'Adding the files', unit: 'items', total: files.length });
  for (const folder of backupFolders) {
    const inFolder = files.filter(([name]) => name.startsWith(`${folder}/`));
    if (inFolder.length === 0) continue;
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
