import { cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { databaseName, sync } from './files.ts';

const parts = ['', '-wal', '-shm'];

/**
 * Keeps the database that is about to be replaced, as it is, also when it is damaged; the copy is complete before the
 * original changes. Its write-ahead log is gone afterwards, or it would be replayed into the restored database.
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
  for (const part of found) {
    await cp(file + part, join(draft, databaseName + part));
    await sync(join(draft, databaseName + part));
  }
  await sync(draft);
  const folder = join(base, name);
  await rename(draft, folder);
  await sync(base);
  takeInLog(file);
  for (const part of parts.slice(1)) await rm(file + part, { force: true });
  return folder;
}

/** Until it is replaced the old database stays whole without its log: a restore may be stopped at any moment. */
function takeInLog(file: string): void {
  let client: Database.Database | undefined;
  try {
    client = new Database(file, { fileMustExist: true });
    client.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // A damaged one cannot be kept in better shape than it is in.
  } finally {
    client?.close();
  }
}
