import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hourMs } from '../durations.ts';

export interface TempFolder {
  folder: string;
  remove: () => void;
}

/**
 * Creates a temporary folder that is removed when the process exits, also by a handled signal. It is created
 * synchronously: between an asynchronous creation and the exit handler a signal would leave the folder behind.
 */
export function createTempFolder(prefix: string): TempFolder {
  const folder = mkdtempSync(prefix);
  const remove = (): void => {
    process.off('exit', remove);
    // A copy in another thread may still add a file.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', remove);
  return { folder, remove };
}

/** Prefixes of the temporary folders in the data folder: of a restore, and of each upload. */
export const restoringPrefix = '.restoring-';
export const uploadingPrefix = '.uploading-';

/** Removes the temporary folders of killed processes. The caller holds the lock of the data folder. */
export function removeStaleTempFolders(dataDir: string): void {
  const prefixes = [restoringPrefix, uploadingPrefix];
  for (const name of readdirSync(dataDir).filter((each) => prefixes.some((prefix) => each.startsWith(prefix))))
    rmSync(join(dataDir, name), { recursive: true, force: true });
}

/** Removes the temporary files that killed writers left in a folder. A file younger than an hour may still be written. */
export function removeStaleTempFiles(folder: string, now = Date.now()): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.tmp'))) {
    const { mtimeMs = now } = statSync(join(folder, name), { throwIfNoEntry: false }) ?? {};
    if (now - mtimeMs > hourMs) rmSync(join(folder, name), { force: true });
  }
}
