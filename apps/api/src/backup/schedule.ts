import { join } from 'node:path';
import type { Deps } from '../context.ts';
import { dayMs, hourMs, minuteMs } from '../platform/durations.ts';
import { chooseIntervalHours } from './location.ts';
import { type Backups, removeOldCopies } from './store.ts';

const checkIntervalMs = minuteMs;
const firstRetryMs = 15 * minuteMs;

/**
 * Makes a backup whenever the newest one is too old, and removes old copies of restores and upgrades. After each failure in
 * a row the delay doubles, because a backup that cannot succeed would keep the disk busy.
 *
 * @returns a function that stops the schedule
 */
export function scheduleBackups(
  { config, now, log }: Pick<Deps, 'config' | 'now' | 'log'>,
  backups: Backups,
): () => void {
  let location = backups.location();
  let failures = 0;
  let notBeforeMs = 0;
  let isChecking = false;

  /** Failures at another location say nothing about the present one. */
  function followLocation(): void {
    if (backups.location() === location) return;
    location = backups.location();
    failures = 0;
    notBeforeMs = 0;
  }

  async function check(): Promise<void> {
    // A backup may take longer than the interval, and its failure counts once.
    if (isChecking) return;
    isChecking = true;
    try {
      await removeOldCopies(join(config.dataDir, 'backups'), now());
      followLocation();
      const intervalMs = chooseIntervalHours(config, location) * hourMs;
      if (intervalMs === 0 || now().getTime() < notBeforeMs) return;
      // A location that was set a moment ago has none yet, whatever is on this machine.
      const used = location ? 'off-site' : 'local';
      const list = (await backups.listKnown()).filter(({ place }) => place === used);
      // While nothing changes, one backup a day is enough.
      const dueMs = backups.isUnchanged() ? Math.max(intervalMs, dayMs) : intervalMs;
      if (isDue(list, { intervalMs: dueMs, now: now() })) await backups.make();
      failures = 0;
    } catch (error) {
      failures += 1;
      notBeforeMs = now().getTime() + getRetryDelayMs(failures, chooseIntervalHours(config, location) * hourMs);
      log.error({ err: error, failures }, 'a backup could not be made');
    } finally {
      isChecking = false;
    }
  }

  // Reads which backups an object store has.
  void backups.list().catch((error: Error) => log.error({ err: error }, 'the backups could not be listed'));
  const interval = setInterval(check, checkIntervalMs).unref();
  return () => clearInterval(interval);
}

/** Frequent backups are tried again at least every hour. */
export function getRetryDelayMs(failures: number, intervalMs: number): number {
  return Math.min(firstRetryMs * 2 ** (failures - 1), Math.max(intervalMs, hourMs), dayMs);
}

/** Returns whether a backup is due. Backups of the future do not count: the clock was set back. */
export function isDue(
  list: readonly { createdAt: string }[],
  { intervalMs, now }: { intervalMs: number; now: Date },
): boolean {
  const ages = list.map(({ createdAt }) => now.getTime() - Date.parse(createdAt)).filter((age) => age >= 0);
  // The check at the end of an interval may come a moment too early.
  return ages.every((age) => age >= intervalMs - checkIntervalMs / 2);
}
