import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Backup,
  type BackupManifest,
  type BackupProof,
  backupIdSchema,
  backupManifestSchema,
  backupProofSchema,
} from '@threadline/schema/backup';
import type { Dashboard } from '@threadline/schema/dashboard';
import type { Deps } from '../deps.ts';
import { manifestName } from './files.ts';
import { removeDrafts } from './leftovers.ts';
import { makeBackup } from './make.ts';
import { proveBackup } from './prove.ts';
import type { FreeBytes } from './room.ts';

const proofName = 'proof.json';

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

  async function ids(): Promise<string[]> {
    const names = await readdir(base).catch(() => []);
    return names
      .filter((name) => backupIdSchema.safeParse(name).success)
      .sort()
      .reverse();
  }

  async function list(): Promise<Backup[]> {
    const found = await Promise.all((await ids()).map((id) => read(base, id)));
    return found.flatMap((each) => each ?? []).map(({ backup }) => backup);
  }

  async function prove(id: string, manifest: BackupManifest): Promise<void> {
    const folder = join(base, id);
    const verdict = await proveBackup(config, { folder, manifest }).catch((error: Error) => ({
      result: 'unproven' as const,
      detail: `The rehearsal could not be finished: ${error.message}`,
    }));
    const proof: BackupProof = { at: now().toISOString(), ...verdict };
    await writeFile(join(folder, `${proofName}.tmp`), JSON.stringify(proof));
    await rename(join(folder, `${proofName}.tmp`), join(folder, proofName));
    const say = proof.result === 'proven' ? 'info' : 'error';
    log[say]({ backup: id, result: proof.result }, proof.detail);
  }

  /** The newest proven one stays, however many damaged ones came after it. */
  async function prune(): Promise<void> {
    const proven = (await list()).find(({ proof }) => proof?.result === 'proven')?.id;
    const old = (await ids()).slice(config.backup.keep).filter((id) => id !== proven);
    for (const id of old) await rm(join(base, id), { recursive: true, force: true });
  }

  async function make(): Promise<Backup> {
    await mkdir(base, { recursive: true, mode: 0o700 });
    removeDrafts(base);
    const [newest] = await ids();
    const earlier = newest && (await read(base, newest))?.manifest;
    const id = now().toISOString().replaceAll(/[:.]/g, '-');
    const manifest = await makeBackup(deps, { folder: join(base, id), freeBytes, ...(earlier && { earlier }) });
    await prove(id, manifest);
    await prune();
    const made = await read(base, id);
    if (!made) throw new Error('The backup was removed while it was made.');
    return made.backup;
  }

  return {
    list,

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

async function read(base: string, id: string): Promise<{ backup: Backup; manifest: BackupManifest } | undefined> {
  const json = async (name: string): Promise<unknown> => {
    try {
      return JSON.parse(await readFile(join(base, id, name), 'utf8'));
    } catch {
      return undefined;
    }
  };
  const manifest = backupManifestSchema.safeParse(await json(manifestName)).data;
  if (!manifest) return undefined;
  const proof = backupProofSchema.safeParse(await json(proofName)).data ?? null;
  const { createdAt, revision } = manifest;
  const files = Object.values(manifest.files);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { manifest, backup: { id, createdAt, revision, bytes, files: files.length, proof } };
}
