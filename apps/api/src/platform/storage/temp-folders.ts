import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

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
