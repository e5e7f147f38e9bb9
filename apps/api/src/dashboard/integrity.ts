import { statfs } from 'node:fs/promises';
import type { Dashboard } from '@threadline/schema/dashboard';
import { checkLiveApart } from '../backup/check-apart.ts';
import { databaseFaults } from '../db/faults.ts';
import type { Deps } from '../deps.ts';

const keptMs = 6 * 3_600_000;
type Integrity = Dashboard['system']['integrity'];

/**
 * Looks at every page of the database, at most every six hours, in a process of its own: nobody waits for it. Until the
 * first look is over the answer is null.
 */
export function createIntegrityCheck({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>) {
  let lookedAt: number | undefined;
  let result: Integrity = null;

  async function look(at: Date): Promise<void> {
    // A database in memory cannot be opened by another process; only tests have one.
    const faults = db.$client.memory ? databaseFaults(db.$client) : await checkLiveApart(db.$client.name);
    result = { at: at.toISOString(), faults };
  }

  return (): Integrity => {
    const at = now();
    if (lookedAt === undefined || Math.abs(at.getTime() - lookedAt) > keptMs) {
      lookedAt = at.getTime();
      look(at).catch((error: unknown) => log.error({ err: error }, 'the database could not be checked'));
    }
    return result;
  };
}

export async function diskOf(folder: string): Promise<Dashboard['system']['disk']> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
