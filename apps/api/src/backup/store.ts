import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Backup,
  type BackupManifest,
  type BackupSummary,
  type BackupVerification,
  backupIdSchema,
} from '@threadline/schema/backup';
import type { Dashboard } from '@threadline/schema/dashboard';
import type { Deps } from '../context.ts';
import { removeDrafts } from './cleanup.ts';
import { makeBackup } from './create.ts';
import type { FreeBytes } from './disk-space.ts';
import { readManifest } from './manifest.ts';
import { readSummary, summarize, writeSummary } from './summary.ts';
import { verifyBackup } from './verify.ts';

type StoreDeps = Pick<Deps, 'config' | 'db' | 'now' | 'log'>;

/** Why the last one could not be made, in a sentence. */
export type BackupFailure = Dashboard['system']['backupFailure'];

/**
 * The backups in `DATA_DIR/backups`, of which this process is the only writer. What is known of them is kept beside them
 * and not in the database: a restore must not bring back an older list.
 */
export function createBackups(deps: StoreDeps, freeBytes?: FreeBytes) {
  const { config, now, log } = deps;
  const base = join(config.dataDir, 'backups');
  let working: Promise<Backup> | undefined;
  let failure: BackupFailure = null;

  async function verify(id: string, manifest: BackupManifest): Promise<Backup> {
    const folder = join(base, id);
    const verdict = await verifyBackup(config, { folder, manifest }).catch((error: Error) => ({
      result: 'unverified' as const,
      detail: `The rehearsal could not be finished: ${error.message}`,
    }));
    const verification: BackupVerification = { at: now().toISOString(), ...verdict };
    const summary = { ...summarize(manifest), verification };
    await writeSummary(folder, summary);
    const say = verification.result === 'verified' ? 'info' : 'error';
    log[say]({ backup: id, result: verification.result }, verification.detail);
    return { id, ...summary };
  }

  /** The newest verified one stays, however many damaged ones came after it. */
  async function prune(): Promise<void> {
    const verified = (await listBackups(base)).find(({ verification }) => verification?.result === 'verified')?.id;
    const old = (await listIds(base)).slice(config.backup.keep).filter((id) => id !== verified);
    for (const id of old) await rm(join(base, id), { recursive: true, force: true });
  }

  async function make(): Promise<Backup> {
    await mkdir(base, { recursive: true, mode: 0o700 });
    removeDrafts(base);
    const [newest] = await listIds(base);
    const earlier = newest && (await readManifest(join(base, newest)).catch(() => undefined));
    const id = now().toISOString().replaceAll(/[:.]/g, '-');
    const manifest = await makeBackup(deps, { folder: join(base, id), freeBytes, ...(earlier && { earlier }) });
    const made = await verify(id, manifest);
    await prune();
    return made;
  }

  return {
    list: () => listBackups(base),

    /** Makes one, proves it and removes the oldest. A second call while one is at work waits for that one. */
    make(): Promise<Backup> {
      working ??= make()
        .then(
          (made) => {
            failure = null;
            return made;
          },
          (error: Error) => {
            failure = { at: now().toISOString(), reason: error.message };
            throw error;
          },
        )
        .finally(() => {
          working = undefined;
        });
      return working;
    },

    /** Of the last one, when it could not be made since this process began; null when it was. */
    failure: (): BackupFailure => failure,
  };
}

export type Backups = ReturnType<typeof createBackups>;

/** Returns the backups in a folder, the newest first. Only their summaries are read, unless one is damaged. */
export async function listBackups(base: string): Promise<Backup[]> {
  const found: Backup[] = [];
  for (const id of await listIds(base))
    found.push({ id, ...((await readSummary(join(base, id))) ?? (await rebuildSummary(base, id))) });
  return found;
}

/** Returns the summary of a backup whose own cannot be read. The result of its verification is lost. */
async function rebuildSummary(base: string, id: string): Promise<BackupSummary> {
  const manifest = await readManifest(join(base, id)).catch(() => undefined);
  if (manifest) return summarize(manifest);
  const createdAt = backupTime(id);
  const detail = 'The backup is damaged: neither its summary nor its manifest can be read.';
  return { createdAt, revision: 0, bytes: 0, files: 0, verification: { at: createdAt, result: 'damaged', detail } };
}

/** Returns the time in the name of a backup, in ISO format. */
function backupTime(id: string): string {
  return id.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z');
}

async function listIds(base: string): Promise<string[]> {
  const names = await readdir(base).catch(() => []);
  return names
    .filter((name) => backupIdSchema.safeParse(name).success)
    .sort()
    .reverse();
}
