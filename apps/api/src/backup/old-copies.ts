import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs } from '../platform/durations.ts';

/** Long enough to notice that a restore or an upgrade was a mistake. */
export const copiesDays = 30;

/**
 * Removes what restores and upgrades have set aside, once it is too old: these copies hold everything, people who were
 * erased since among it.
 *
 * @param base `DATA_DIR/backups`
 */
export async function removeOldCopies(base: string, now: Date): Promise<void> {
  const names = await readdir(base).catch(() => []);
  for (const name of names.filter((each) => /^before-(?:restore-|upgrade\.db$)/.test(each))) {
    const { mtimeMs } = await stat(join(base, name));
    if (now.getTime() - mtimeMs > copiesDays * dayMs) await rm(join(base, name), { recursive: true, force: true });
  }
}
