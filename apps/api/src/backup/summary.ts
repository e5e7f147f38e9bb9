import { readdirSync, readFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BackupManifest,
  type BackupSummary,
  backupIdSchema,
  backupSummarySchema,
} from '@threadline/schema/backup';
import { bytesOf } from './files.ts';

const summaryName = 'summary.json';

/** Returns the summary of a backup that was not verified yet. */
export function summarize({ createdAt, revision, files }: BackupManifest): BackupSummary {
  return { createdAt, revision, bytes: bytesOf(files), files: Object.keys(files).length, verification: null };
}

/** Replaces the summary in a backup's folder. A reader finds the old one or the new one. */
export async function writeSummary(folder: string, summary: BackupSummary): Promise<void> {
  const draft = join(folder, `${summaryName}.tmp`);
  await writeFile(draft, JSON.stringify(summary), { mode: 0o600, flush: true });
  await rename(draft, join(folder, summaryName));
}

/** Returns undefined when the summary is missing or damaged. */
export async function readSummary(folder: string): Promise<BackupSummary | undefined> {
  try {
    return backupSummarySchema.parse(JSON.parse(await readFile(join(folder, summaryName), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Returns whether a folder of backups holds one that `restore latest` would take. */
export function hasVerifiedBackup(base: string): boolean {
  try {
    return readdirSync(base).some((name) => backupIdSchema.safeParse(name).success && isVerified(join(base, name)));
  } catch {
    return false;
  }
}

function isVerified(folder: string): boolean {
  try {
    const summary = backupSummarySchema.parse(JSON.parse(readFileSync(join(folder, summaryName), 'utf8')));
    return summary.verification?.result === 'verified';
  } catch {
    return false;
  }
}
