import { join } from 'node:path';
import type { Deps } from '../context.ts';
import { hourMs } from '../platform/durations.ts';
import { removeOldCopies } from './old-copies.ts';
import type { Backups } from './store.ts';

const firstLookMs = 60_000;
const lookEveryMs = 15 * 60_000;
const longestRestMs = 24 * hourMs;

/**
 * Makes a backup whenever the newest is too old; after each failure in a row it waits twice as long, up to a day: a copy
 * that cannot end well would keep the disk busy. Takes away old copies of restores and upgrades. @returns what stops it
 */
export function scheduleBackups(
  { config, now, log }: Pick<Deps, 'config' | 'now' | 'log'>,
  backups: Backups,
): () => void {
  let failures = 0;
  let notBeforeMs = 0;

  async function look(): Promise<void> {
    try {
      await removeOldCopies(join(config.dataDir, 'backups'), now());
      if (config.backup.everyHours === 0 || now().getTime() < notBeforeMs) return;
      if (isDue(await backups.list(), { everyMs: config.backup.everyHours * hourMs, now: now() })) await backups.make();
      failures = 0;
    } catch (error) {
      failures += 1;
      notBeforeMs = now().getTime() + restAfter(failures);
      log.error({ err: error, failures }, 'a backup could not be made');
    }
  }

  const first = setTimeout(look, firstLookMs).unref();
  const again = setInterval(look, lookEveryMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(again);
  };
}

/** Time until the next try, in ms. */
export function restAfter(failures: number): number {
  return Math.min(lookEveryMs * 2 ** (failures - 1), longestRestMs);
}

/** A clock that was set back makes one due, rather than none for ever. */
export function isDue(
  list: readonly { createdAt: string }[],
  { everyMs, now }: { everyMs: number; now: Date },
): boolean {
  const ages = list.map(({ createdAt }) => now.getTime() - Date.parse(createdAt)).filter((age) => age >= 0);
  return ages.every((age) => age >= everyMs);
}
