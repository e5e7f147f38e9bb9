import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupManifest } from '@threadline/schema/backup';
import { countUp, type TellProgress } from '../progress.ts';

export type FileFacts = BackupManifest['files'][string];

export const databaseName = 'threadline.db';
export const manifestName = 'manifest.json';

/** @param onBytes told how many more were read */
export async function factsOf(file: string, onBytes?: (more: number) => void): Promise<FileFacts> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk);
    bytes += chunk.length;
    onBytes?.(chunk.length);
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Names of the plain files in a folder; none if it is not there. Unfinished and hidden ones are left out. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(unlessMissing);
  return (entries ?? [])
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.name.endsWith('.tmp'))
    .map(({ name }) => name);
}

/** The same file under a second name: no copy, since neither of the two is ever written to. */
export async function share(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EXDEV' && code !== 'EPERM' && code !== 'EMLINK' && code !== 'ENOTSUP') throw error;
    await copyFile(source, target);
    await sync(target);
  }
}

/** As `share`, in place of whatever has the name now: a reader finds the one or the other, and never half of a copy. */
export async function shareInPlace(source: string, target: string): Promise<void> {
  const draft = `${target}.restored.tmp`;
  await rm(draft, { force: true });
  await share(source, draft);
  await rename(draft, target);
}

/** Makes a file, or the names in a folder, survive a power cut. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @returns a sentence per file of the manifest that is missing or has other bytes */
export async function fileFaults(
  folder: string,
  { files }: Pick<BackupManifest, 'files'>,
  tell?: TellProgress,
): Promise<string[]> {
  const faults: string[] = [];
  const read = countUp(tell, { name: 'Reading every file', unit: 'bytes', total: bytesOf(files) });
  for (const [name, expected] of Object.entries(files)) {
    const path = join(folder, name);
    if (!(await stat(path).catch(unlessMissing))) faults.push(`${name} is missing`);
    else if ((await factsOf(path, read)).sha256 !== expected.sha256)
      faults.push(`${name} has other bytes than were backed up`);
  }
  return faults;
}

/** Of all files together. */
export function bytesOf(files: BackupManifest['files']): number {
  return Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** For `catch`: what is not there is undefined. */
export function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
