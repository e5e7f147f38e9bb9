import { createHash } from 'node:crypto';
import { copyFile, link, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupManifest, FileFacts } from '@threadline/schema/backup';
import { countUp, type TellProgress } from '../progress.ts';

export const databaseName = 'threadline.db';

/** Files that are read or linked at the same time. */
const maxOpenFiles = 8;
const readBytes = 64 * 1024;

/** @param onBytes told how many more were read */
export async function factsOf(file: string, onBytes?: (more: number) => void): Promise<FileFacts> {
  const hash = createHash('sha256');
  const handle = await open(file, 'r');
  try {
    const buffer = Buffer.allocUnsafe(readBytes);
    let bytes = 0;
    for (let isEnd = false; !isEnd; ) {
      const { bytesRead } = await handle.read(buffer, 0, readBytes, bytes);
      hash.update(buffer.subarray(0, bytesRead));
      bytes += bytesRead;
      onBytes?.(bytesRead);
      isEnd = bytesRead < readBytes;
    }
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
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
  await forEachFile(Object.entries(files), async ([name, expected]) => {
    const facts = await factsOf(join(folder, name), read).catch(unlessMissing);
    if (!facts) faults.push(`${name} is missing`);
    else if (facts.sha256 !== expected.sha256) faults.push(`${name} has other bytes than were backed up`);
  });
  return faults;
}

/** Calls `work` for each item, for a few of them at the same time. After an error no further item is begun. */
export async function forEachFile<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  const errors: unknown[] = [];
  const workThrough = async () => {
    for (let next = queue.next(); !next.done && errors.length === 0; next = queue.next()) {
      await work(next.value).catch((error: unknown) => void errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: maxOpenFiles }, workThrough));
  if (errors.length > 0) throw errors[0];
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
