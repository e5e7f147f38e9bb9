import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { restoringPrefix } from '../platform/storage/temp-folders.ts';
import { databaseName } from './files.ts';

/** The backup within the folder of a restore, once it is checked. Its database leaves it with the last step. */
export const readyName = 'ready';

/** What to tell about restores that were killed, as long as their folders are there: only who holds the lock may ask. */
export function stoppedRestores(dataDir: string): string[] {
  const names = readdirSync(dataDir).filter((name) => name.startsWith(restoringPrefix));
  return names.map((name) => {
    const ready = join(dataDir, name, readyName);
    return existsSync(ready) && !existsSync(join(ready, databaseName))
      ? 'A restore was stopped after its last step: the restored site is in place.'
      : 'A restore was stopped before its last step: the site is as it was. Restore once more if you still want to.';
  });
}
