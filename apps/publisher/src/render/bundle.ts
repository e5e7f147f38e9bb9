import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** The compiled site: what renders, and the files that go into every release as they are. */
export interface Bundle {
  /** Hash of all its files: the version of the site's code. */
  id: string;
  entryFile: string;
  /** Absolute path by URL path. */
  clientFiles: Map<string, string>;
}

/** Cheap answer to "is it still the same?". Undefined while there is nothing to import. */
export async function stampBundle(rendererDir: string): Promise<{ stamp: string; changedAt: number } | undefined> {
  try {
    await stat(entryFileOf(rendererDir));
    const files = await listFiles(rendererDir);
    const stats = await Promise.all(files.map(async (file) => ({ file, ...(await stat(file)) })));
    return {
      stamp: stats.map(({ file, size, mtimeMs }) => `${file} ${size} ${mtimeMs}`).join('\n'),
      changedAt: Math.max(...stats.map(({ mtimeMs }) => mtimeMs)),
    };
  } catch (error) {
    // A build that is under way removes and replaces files while we look.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads the bundle's identity. */
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
  return { id: hash.digest('hex').slice(0, 16), entryFile: entryFileOf(rendererDir), clientFiles };
}

function entryFileOf(rendererDir: string): string {
  return join(rendererDir, 'server', 'entry.mjs');
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
