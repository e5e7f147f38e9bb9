import { readdirSync, rmSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';

export interface Scratch {
  folder: string;
  remove: () => void;
}

/** A folder to work in on a copy of everything. It goes with the process, also when that is stopped by a signal. */
export async function makeScratch(prefix: string): Promise<Scratch> {
  const folder = await mkdtemp(prefix);
  const remove = (): void => {
    process.off('exit', remove);
    // A copy that is at work in another thread may still add a file.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', remove);
  return { folder, remove };
}

/** The command `restore` works in such a folder of the data folder, and `backup` in one of `backups/`. */
export const restoringPrefix = '.restoring-';
export const packingPrefix = '.packing-';

/** What a killed restore left: only for who holds the lock of the data folder, or it may be one that is at work. */
export function removeStoppedRestores(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(restoringPrefix)))
    rmSync(join(dataDir, name), { recursive: true, force: true });
}

const dayMs = 86_400_000;

/**
 * What killed backups left in `DATA_DIR/backups`: it holds everything that a backup holds. The command line may be packing
 * one at this moment, but not for a day.
 */
export function removeDrafts(base: string): void {
  for (const name of readdirSync(base).filter((each) => each.startsWith('.'))) {
    const path = join(base, name);
    // It may have been finished in between.
    const { mtimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (name.startsWith(packingPrefix) && Date.now() - mtimeMs < dayMs) continue;
    rmSync(path, { recursive: true, force: true });
  }
}
