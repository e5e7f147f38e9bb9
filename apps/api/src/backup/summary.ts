import { readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '@threadline/files/durable-files';
import {
  type Backup,
  type BackupManifest,
  type BackupSummary,
  backupIdSchema,
  backupSummarySchema,
} from '@threadline/schema/wire/backup';
import { readManifest, sumBytes } from './manifest.ts';

const summaryName = 'summary.json';

/** Returns the summary of a backup that was not verified yet. */
export function summarize({ createdAt, revision, files }: BackupManifest): BackupSummary {
  return { createdAt, revision, bytes: sumBytes(files), files: Object.keys(files).length, verification: null };
}

export async function writeSummary(folder: string, summary: BackupSummary): Promise<void> {
  await replaceFile(join(folder, summaryName), JSON.stringify(summary), { mode: 0o600 });
}

/** Returns undefined when the summary is missing or damaged. */
function readSummary(folder: string): BackupSummary | undefined {
  try {
    return backupSummarySchema.parse(JSON.parse(readFileSync(join(folder, summaryName), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Returns the backups in a folder, newest first. Manifests are read only where a summary is missing or damaged. */
export async function listBackups(base: string): Promise<Backup[]> {
  const backups: Backup[] = [];
  for (const id of await listBackupIds(base)) {
    const folder = join(base, id);
    backups.push({ id, ...(readSummary(folder) ?? (await rebuildSummary(folder, id))) });
  }
  return backups;
}

/** Returns the names of the backups in a folder, newest first. */
export async function listBackupIds(base: string): Promise<string[]> {
  return filterIds(await readdir(base).catch(() => []));
}

function filterIds(names: string[]): string[] {
  return names
    .filter((name) => backupIdSchema.safeParse(name).success)
    .sort()
    .reverse();
}

/** Returns the newest backup that passed its verification. */
export function findVerified(backups: Backup[]): Backup | undefined {
  return backups.find(({ verification }) => verification?.result === 'verified');
}

/** Returns whether a folder of backups holds one that `restore latest` accepts. */
export function hasVerifiedBackup(base: string): boolean {
  try {
    return filterIds(readdirSync(base)).some((id) => readSummary(join(base, id))?.verification?.result === 'verified');
  } catch {
    return false;
  }
}

/** Returns the summary of a backup whose own cannot be read. The result of its verification is lost. */
async function rebuildSummary(folder: string, id: string): Promise<BackupSummary> {
  const manifest = await readManifest(folder).catch(() => undefined);
  if (manifest) return summarize(manifest);
  const createdAt = id.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z');
  const detail = 'The backup is damaged: neither its summary nor its manifest can be read.';
  return { createdAt, revision: 0, bytes: 0, files: 0, verification: { at: createdAt, result: 'damaged', detail } };
}
