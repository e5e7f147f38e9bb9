import type { Backup } from '@threadline/schema/wire/backup';
import { findVerified } from './manifest.ts';

/**
 * Returns the backups to remove: all but the newest ones, the last one of each of the newest days, and the newest verified
 * one. So a backup every quarter of an hour does not push out that of yesterday.
 *
 * @param backups newest first
 * @param keep the number of backups, and of days
 */
export function findOldBackups(backups: Backup[], keep: number): Backup[] {
  const lastOfDay = new Map<string, Backup>();
  for (const backup of backups) {
    const day = backup.createdAt.slice(0, 10);
    if (!lastOfDay.has(day)) lastOfDay.set(day, backup);
  }
  const retained = new Set([
    ...backups.slice(0, keep),
    ...[...lastOfDay.values()].slice(0, keep),
    findVerified(backups),
  ]);
  return backups.filter((backup) => !retained.has(backup));
}
