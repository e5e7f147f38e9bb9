import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupManifest, FileFacts } from '@threadline/schema/backup';
import { countUp, type TellProgress } from '../platform/progress.ts';

export const databaseName = 'threadline.db';

/** Files that are read or linked at the same time. */
const maxOpenFiles = 8;
/** A stream takes twice as long for a small file. */
const maxReadAtOnce = 1024 * 1024;

/** @param onBytes called with the number of bytes that were read since the last call */
export async function factsOf(file: string, onBytes?: (more: number) => void): Promise<FileFacts> {
  if ((await stat(file)).size <= maxReadAtOnce) {
    const content = await readFile(file);
    onBytes?.(content.length);
    return { bytes: content.length, sha256: hash('sha256', content) };
  }
  const sha256 = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file)) {
    sha256.update(chunk);
    bytes += chunk.length;
    onBytes?.(chunk.length);
  }
  return { bytes, sha256: sha256.digest('hex') };
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
