import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dayMs } from '../platform/durations.ts';

/** The command `backup` packs its archive in such a folder of `DATA_DIR/backups`. */
export const packingPrefix = '.packing-';

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
