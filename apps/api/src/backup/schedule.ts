import { join } from 'node:path';
import type { Deps } from '../context.ts';
import { dayMs, hourMs } from '../platform/durations.ts';
import { type Backups, removeOldCopies } from './store.ts';

const firstCheckMs = 60_000;
const checkIntervalMs = 15 * 60_000;

/**
 * Makes a backup whenever the newest one is too old, and removes old copies of restores and upgrades. After each failure in
 * a row the delay doubles, up to a day, because a backup that cannot succeed would keep the disk busy.
 *
 * @returns a function that stops the schedule
 */
export function scheduleBackups(
  { config, now, log }: Pick<Deps, 'config' | 'now' | 'log'>,
  backups: Backups,
): () => void {
  let failures = 0;
  let notBeforeMs = 0;

  async function check(): Promise<void> {
    try {
      await removeOldCopies(join(config.dataDir, 'backups'), now());
      if (config.backup.everyHours === 0 || now().getTime() < notBeforeMs) return;
      const intervalMs = config.backup.everyHours * hourMs;
      if (isDue(await backups.list(), { intervalMs, now: now() })) await backups.make();
      failures = 0;
    } catch (error) {
      failures += 1;
      notBeforeMs = now().getTime() + getRetryDelayMs(failures);
      log.error({ err: error, failures }, 'a backup could not be made');
    }
  }

  const first = setTimeout(check, firstCheckMs).unref();
  const interval = setInterval(check, checkIntervalMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(interval);
  };
}

export function getRetryDelayMs(failures: number): number {
  return Math.min(checkIntervalMs * 2 ** (failures - 1), dayMs);
}

/** Returns whether a backup is due. Backups of the future do not count: the clock was set back. */
export function isDue(
  list: readonly { createdAt: string }[],
  { intervalMs, now }: { intervalMs: number; now: Date },
): boolean {
  const ages = list.map(({ createdAt }) => now.getTime() - Date.parse(createdAt)).filter((age) => age >= 0);
  return ages.every((age) => age >= intervalMs);
}
