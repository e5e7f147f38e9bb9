import { randomBytes } from 'node:crypto';
import { linkSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const draftPrefix = '.tmp-';
const damagedPrefix = '.damaged-';

/** A name that nothing reads, and that `removeDrafts` clears away after a crash. */
export function draftName(): string {
  return `${draftPrefix}${randomBytes(8).toString('hex')}`;
}

/** The name under which a damaged release stays until the next start, for people who look for the cause. */
export function damagedName(id: string): string {
  return `${damagedPrefix}${id}`;
}

/** Removes what an earlier process left unfinished or set aside. */
export async function removeDrafts(folder: string): Promise<void> {
  const names = await readdir(folder);
  const drafts = names.filter((name) => name.startsWith(draftPrefix) || name.startsWith(damagedPrefix));
  await Promise.all(drafts.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}

/**
 * Writes a new file that survives a power cut once `syncFolder` of its folder has returned. Read-only, because other
 * releases may share it.
 *
 * @param mtimeS whole seconds
 */
export async function writeDurably(file: string, body: Uint8Array | string, mtimeS: number): Promise<void> {
  const handle = await open(file, 'wx', 0o444);
  try {
    await handle.writeFile(body);
    await handle.utimes(mtimeS, mtimeS);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** Makes the names in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Gives a file a second name; copies it where the file system cannot. In this thread: a link takes less than handing it over. */
export async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    linkSync(source, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EXDEV' && code !== 'EPERM' && code !== 'EMLINK' && code !== 'ENOTSUP') throw error;
    await copyFile(source, target);
    const handle = await open(target, 'r');
    await handle.datasync();
    await handle.close();
  }
}

/** Makes the folders of all these files, relative to `root`. @returns every folder, `root` included, for `syncFolder` */
export async function makeFolders(root: string, files: Iterable<string>): Promise<string[]> {
  const folders = new Set(['.']);
  for (const file of files) {
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) folders.add(folder);
  }
  const paths = [...folders].map((folder) => join(root, folder));
  await Promise.all(paths.map((path) => mkdir(path, { recursive: true })));
  return paths;
}
