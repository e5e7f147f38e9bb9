import { statfs } from 'node:fs/promises';
import type { Dashboard } from '@threadline/schema/dashboard';
import type { Deps } from '../context.ts';
import { databaseFaults } from '../platform/db/sqlite-errors.ts';
import { checkLiveApart } from './check-in-child-process.ts';

const keptMs = 6 * 3_600_000;
type Integrity = Dashboard['system']['integrity'];

/**
 * Reads every page of the database in a process of its own, so that no request waits for it. `refresh` does so at most
 * every six hours.
 */
export function createIntegrityCheck({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>) {
  let lookedAt: number | undefined;
  let result: Integrity = null;

  /** Returns null when the database could not be checked. */
  async function look(): Promise<Integrity> {
    const at = now();
    lookedAt = at.getTime();
    try {
      // A database in memory cannot be opened by another process; only tests have one.
      const faults = db.$client.memory ? databaseFaults(db.$client) : await checkLiveApart(db.$client.name);
      result = { at: at.toISOString(), faults };
      return result;
    } catch (error) {
      log.error({ err: error }, 'the database could not be checked');
      return null;
    }
  }

  return {
    look,
    /** Returns the last result, and renews it in the background when it is too old. */
    refresh(): Integrity {
      if (lookedAt === undefined || Math.abs(now().getTime() - lookedAt) > keptMs) void look();
      return result;
    },
  };
}

export type IntegrityCheck = ReturnType<typeof createIntegrityCheck>;

export async function diskOf(folder: string): Promise<Dashboard['system']['disk']> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
