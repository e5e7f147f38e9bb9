import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** The compiled site: the renderer, and the files that are part of every release. */
export interface Bundle {
  /** Hash of all its files: the version of the site's code. */
  id: string;
  entryFile: string;
  /** Absolute path by URL path. */
  clientFiles: Map<string, string>;
}

/** Returns a cheap fingerprint to detect changes; undefined while there is no entry file. */
export async function readBundleFingerprint(
  rendererDir: string,
): Promise<{ fingerprint: string; changedAt: number } | undefined> {
  try {
    await stat(getEntryFile(rendererDir));
    const files = await listFiles(rendererDir);
    const stats = await Promise.all(files.map(async (file) => ({ file, ...(await stat(file)) })));
    return {
      fingerprint: stats.map(({ file, size, mtimeMs }) => `${file} ${size} ${mtimeMs}`).join('\n'),
      changedAt: Math.max(...stats.map(({ mtimeMs }) => mtimeMs)),
    };
  } catch (error) {
    // A running build removes and replaces files during this check.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads the bundle's id and its list of files. */
export async function readBundle(rendererDir: string): Promise<Bundle> {
  const clientDir = join(rendererDir, 'client');
  const hash = createHash('sha256');
  const clientFiles = new Map<string, string>();
  for (const file of await listFiles(rendererDir)) {
    const content = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    hash.update(`${relative(rendererDir, file)} ${content}\n`);
    if (file.startsWith(clientDir + sep)) clientFiles.set(`/${relative(clientDir, file).split(sep).join('/')}`, file);
  }
  return { id: hash.digest('hex').slice(0, 16), entryFile: getEntryFile(rendererDir), clientFiles };
}

function getEntryFile(rendererDir: string): string {
  return join(rendererDir, 'server', 'entry.mjs');
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
