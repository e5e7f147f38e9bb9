import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupManifest } from '@threadline/schema/backup';

export type FileFacts = BackupManifest['files'][string];

export const databaseName = 'threadline.db';
export const manifestName = 'manifest.json';

export async function factsOf(file: string): Promise<FileFacts> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk);
    bytes += chunk.length;
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
export async function fileFaults(folder: string, { files }: Pick<BackupManifest, 'files'>): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, expected] of Object.entries(files)) {
    const path = join(folder, name);
    if (!(await stat(path).catch(unlessMissing))) faults.push(`${name} is missing`);
    else if ((await factsOf(path)).sha256 !== expected.sha256)
      faults.push(`${name} has other bytes than were backed up`);
  }
  return faults;
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
