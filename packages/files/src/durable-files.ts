import { randomUUID } from 'node:crypto';
import { linkSync } from 'node:fs';
import { copyFile, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

interface NewFile {
  mode?: number;
  /** Modification time in seconds; defaults to now. */
  mtimeS?: number;
}

/** Flushes a file, or the entries of a folder, to the disk. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Creates a file and flushes its content. Its name survives a power failure once the folder is flushed as well, with
 * `syncPath`.
 *
 * @throws Error with code EEXIST if the file exists
 */
export async function writeNewFile(
  file: string,
  content: Uint8Array | string,
  { mode, mtimeS }: NewFile = {},
): Promise<void> {
  const handle = await open(file, 'wx', mode);
  try {
    await handle.writeFile(content);
    if (mtimeS !== undefined) await handle.utimes(mtimeS, mtimeS);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a file atomically and durably: readers find the old content or the new one, also after a power failure. */
export async function replaceFile(
  file: string,
  content: Uint8Array | string,
  options: { mode?: number } = {},
): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await writeNewFile(temporary, content, options);
    await renameDurably(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Renames a file or folder within its file system, and flushes the target folder. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncPath(dirname(to));
}

const codesWithoutLinks = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP']);

/**
 * Creates a hard link, or a copy where the file system does not support links. The link is created synchronously, which
 * takes less
 * time than handing it to another thread.
 *
 * @throws Error with code EEXIST if the target exists, unless it was copied
 */
export async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    linkSync(source, target);
  } catch (error) {
    if (!codesWithoutLinks.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await copyFile(source, target);
    await syncPath(target);
  }
}
