import { readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Backup, BackupManifest } from '@threadline/schema/wire/backup';
import type { Dashboard } from '@threadline/schema/wire/dashboard';
import type { Deps } from '../context.ts';
import { dayMs } from '../platform/durations.ts';
import { createBackup } from './create.ts';
import { findVerified, listBackupIds, listBackups, readManifest, summarize, writeSummary } from './manifest.ts';
import { verifyBackup } from './verify.ts';

/** The command `backup` packs its archive in a folder of `DATA_DIR/backups` with this prefix. */
export const packingPrefix = '.packing-';
/** Leaves time to notice that a restore or an upgrade was a mistake. */
export const copyRetentionDays = 30;

/** Why the last backup could not be made, as a sentence. */
export type BackupFailure = Dashboard['system']['backupFailure'];

/**
 * Creates the store of the backups in `DATA_DIR/backups`. This process is its only writer. Summaries are separate
 * files and not rows of the database: a restore must not restore an older list.
 */
export function createBackups(
  deps: Pick<Deps, 'config' | 'db' | 'now' | 'log'>,
  readFreeBytes?: (folder: string) => number,
) {
  const { config, now, log } = deps;
  const base = join(config.dataDir, 'backups');
  let running: Promise<Backup> | undefined;
  let failure: BackupFailure = null;

  async function make(): Promise<Backup> {
    await mkdir(base, { recursive: true, mode: 0o700 });
    removeDrafts(base);
    const [newest] = await listBackupIds(base);
    const earlier = newest && (await readManifest(join(base, newest)).catch(() => undefined));
    const id = now().toISOString().replaceAll(/[:.]/g, '-');
    const manifest = await createBackup(deps, { folder: join(base, id), readFreeBytes, ...(earlier && { earlier }) });
    const backup = await verify(id, manifest);
    await prune();
    return backup;
  }

  async function verify(id: string, manifest: BackupManifest): Promise<Backup> {
    const folder = join(base, id);
    const verdict = await verifyBackup(config, { folder, manifest }).catch((error: Error) => ({
      result: 'unverified' as const,
      detail: `The rehearsal could not be finished: ${error.message}`,
    }));
    const verification = { at: now().toISOString(), ...verdict };
    const summary = { ...summarize(manifest), verification };
    await writeSummary(folder, summary);
    const level = verification.result === 'verified' ? 'info' : 'error';
    log[level]({ backup: id, result: verification.result }, verification.detail);
    return { id, ...summary };
  }

  /** Keeps the newest verified backup, even if many damaged ones are newer. */
  async function prune(): Promise<void> {
    const verified = findVerified(await listBackups(base))?.id;
    const old = (await listBackupIds(base)).slice(config.backup.keep).filter((id) => id !== verified);
    for (const id of old) await rm(join(base, id), { recursive: true, force: true });
  }

  async function makeAndRecord(): Promise<Backup> {
    try {
      const backup = await make();
      failure = null;
      return backup;
    } catch (error) {
      failure = { at: now().toISOString(), reason: error instanceof Error ? error.message : String(error) };
      throw error;
    } finally {
      running = undefined;
    }
  }

  return {
    list: () => listBackups(base),

    /** Makes and verifies a backup, and removes the oldest ones. A call during another one shares its result. */
    make(): Promise<Backup> {
      running ??= makeAndRecord();
      return running;
    },

    /** Returns why the last backup since the start of this process failed; null when it succeeded. */
    failure: (): BackupFailure => failure,
  };
}

export type Backups = ReturnType<typeof createBackups>;

/**
 * Removes the temporary folders that killed backups left in `DATA_DIR/backups`. The command line may be packing an archive at
 * this moment, which takes less than a day.
 */
export function removeDrafts(base: string): void {
  for (const name of readdirSync(base).filter((each) => each.startsWith('.'))) {
    const path = join(base, name);
    // Another process may have finished it in between.
    const { mtimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (name.startsWith(packingPrefix) && Date.now() - mtimeMs < dayMs) continue;
    rmSync(path, { recursive: true, force: true });
  }
}

/** Removes the copies that restores and upgrades have kept, once they are too old: they hold erased people as well. */
export async function removeOldCopies(base: string, now: Date): Promise<void> {
  const names = await readdir(base).catch(() => []);
  for (const name of names.filter((each) => /^before-(?:restore-|upgrade\.db$)/.test(each))) {
    const { mtimeMs } = await stat(join(base, name));
    if (now.getTime() - mtimeMs > copyRetentionDays * dayMs)
      await rm(join(base, name), { recursive: true, force: true });
  }
}
