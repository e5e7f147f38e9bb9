import { cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { isDiskFull } from '../platform/storage/disk-full.ts';
import { databaseName, sync } from './files.ts';

const parts = ['', '-wal', '-shm'];

/**
 * Keeps the database that is about to be replaced, as it is, also when it is damaged.
 *
 * @returns the folder of the copy; undefined where there was no database
 */
export async function setAside(dataDir: string, now: Date): Promise<string | undefined> {
  const file = join(dataDir, databaseName);
  const found: string[] = [];
  for (const part of parts) if (await stat(file + part).catch(() => undefined)) found.push(part);
  if (!found.includes('')) return undefined;
  const base = join(dataDir, 'backups');
  const name = `before-restore-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
  // Hidden until it is whole: `removeDrafts` takes away what a killed restore has left.
  const draft = join(base, `.${name}`);
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    for (const part of found) {
      await cp(file + part, join(draft, databaseName + part));
      await sync(join(draft, databaseName + part));
    }
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  await sync(draft);
  const folder = join(base, name);
  await rename(draft, folder);
  await sync(base);
  return folder;
}

/**
 * Takes the write-ahead log away from the database that is about to be replaced, and was set aside: it would be replayed
 * into the restored one. Until then the old one stays whole without it: a restore may be stopped at any moment.
 */
export async function endLog(dataDir: string): Promise<void> {
  const file = join(dataDir, databaseName);
  takeInLog(file);
  for (const part of parts.slice(1)) await rm(file + part, { force: true });
}

function takeInLog(file: string): void {
  let client: Database.Database | undefined;
  try {
    client = new Database(file, { fileMustExist: true });
    client.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    if (isDiskFull(error)) throw error;
    // A damaged one cannot be kept in better shape than it is in.
  } finally {
    client?.close();
  }
}
