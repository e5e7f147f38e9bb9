import { statfs } from 'node:fs/promises';
import type { Dashboard } from '@threadline/schema/dashboard';
import { databaseFaults } from '../db/faults.ts';
import type { Deps } from '../deps.ts';

const keptMs = 6 * 3_600_000;
/** Reading every page of a larger one would keep others waiting; `doctor` looks at it in a process of its own. */
const largestCheckedBytes = 256 * 1024 * 1024;

/** Looks at every page of the database, at most every six hours. */
export function createIntegrityCheck({ db, now }: Pick<Deps, 'db' | 'now'>) {
  let checked: { at: number; result: Dashboard['system']['integrity'] } | undefined;

  return (): Dashboard['system']['integrity'] => {
    const at = now();
    if (!checked || Math.abs(at.getTime() - checked.at) > keptMs) {
      const pages = Number(db.$client.pragma('page_count', { simple: true }));
      const isSmall = pages * Number(db.$client.pragma('page_size', { simple: true })) <= largestCheckedBytes;
      const result = isSmall ? { at: at.toISOString(), faults: databaseFaults(db.$client) } : null;
      checked = { at: at.getTime(), result };
    }
    return checked.result;
  };
}

export async function diskOf(folder: string): Promise<Dashboard['system']['disk']> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
