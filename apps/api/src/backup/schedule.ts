import { join } from 'node:path';
import type { Deps } from '../deps.ts';
import { removeOldCopies } from './old-copies.ts';
import type { Backups } from './store.ts';

const firstLookMs = 60_000;
const lookEveryMs = 15 * 60_000;
const hourMs = 3_600_000;

/**
 * Makes a backup whenever the newest is too old; after a failure with the next look. Takes away old copies of restores
 * and upgrades. @returns what stops it
 */
export function scheduleBackups(
  { config, now, log }: Pick<Deps, 'config' | 'now' | 'log'>,
  backups: Backups,
): () => void {
  async function look(): Promise<void> {
    try {
      await removeOldCopies(join(config.dataDir, 'backups'), now());
      if (config.backup.everyHours === 0) return;
      if (isDue(await backups.list(), { everyMs: config.backup.everyHours * hourMs, now: now() })) await backups.make();
    } catch (error) {
      log.error({ err: error }, 'a backup could not be made');
    }
  }

  const first = setTimeout(look, firstLookMs).unref();
  const again = setInterval(look, lookEveryMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(again);
  };
}

/** A clock that was set back makes one due, rather than none for ever. */
export function isDue(
  list: readonly { createdAt: string }[],
  { everyMs, now }: { everyMs: number; now: Date },
): boolean {
  const ages = list.map(({ createdAt }) => now.getTime() - Date.parse(createdAt)).filter((age) => age >= 0);
  return ages.every((age) => age >= everyMs);
}
