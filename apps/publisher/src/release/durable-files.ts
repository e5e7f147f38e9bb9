import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeNewFile } from '@threadline/files/durable-files';

const draftPrefix = '.tmp-';
const damagedPrefix = '.damaged-';

/** Returns a temporary name. `removeStaleFiles` deletes such files after a crash. */
export function createTemporaryName(): string {
  return `${draftPrefix}${randomBytes(8).toString('hex')}`;
}

/** Returns the name of a damaged release. It is kept until the next start, so that people can look for the cause. */
export function getDamagedName(id: string): string {
  return `${damagedPrefix}${id}`;
}

/** Removes temporary files and damaged releases of an earlier process. */
export async function removeStaleFiles(folder: string): Promise<void> {
  const names = await readdir(folder);
  const drafts = names.filter((name) => name.startsWith(draftPrefix) || name.startsWith(damagedPrefix));
  await Promise.all(drafts.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}

/** Writes a new file of a release. It is read-only, because other releases may share it. */
export function writeReleaseFile(file: string, body: Uint8Array | string, mtimeS: number): Promise<void> {
  return writeNewFile(file, body, { mode: 0o444, mtimeS });
}

/**
 * Creates the folders of all these files, relative to `root`. @returns every folder, including `root`, for `syncPath`
 */
export async function makeFolders(root: string, files: Iterable<string>): Promise<string[]> {
  const folders = new Set(['.']);
  for (const file of files) {
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) folders.add(folder);
  }
  const paths = [...folders].map((folder) => join(root, folder));
  await Promise.all(paths.map((path) => mkdir(path, { recursive: true })));
  return paths;
}
