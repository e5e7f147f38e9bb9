import { constants } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '@threadline/files/durable-files';
import { defineDriver } from 'unstorage';

/** Flat names: no folders, no dot files, no path traversal. */
const safeKey = /^[a-z0-9][a-z0-9_-]*(?:\.[a-z0-9]+)*$/i;

function ignoreMissing(error: NodeJS.ErrnoException): null {
  // ELOOP: a symbolic link, which the product never creates here. It is not followed.
  if (error.code === 'ENOENT' || error.code === 'ELOOP') return null;
  throw error;
}

/**
 * An unstorage driver for the files of one folder. The `fs` driver of unstorage writes in place, so that a crash leaves half
 * a file under the final name. This one replaces files atomically, and flushes them to the disk.
 */
export const durableFolder = defineDriver(({ base }: { base: string }) => {
  const resolveKey = (key: string): string => {
    if (!safeKey.test(key)) throw new Error('The storage key is invalid.');
    return join(base, key);
  };

  async function read(key: string): Promise<Buffer | null> {
    const handle = await open(resolveKey(key), constants.O_RDONLY | constants.O_NOFOLLOW).catch(ignoreMissing);
    try {
      return handle && (await handle.readFile());
    } finally {
      await handle?.close();
    }
  }

  async function write(key: string, value: string | Uint8Array): Promise<void> {
    const path = resolveKey(key);
    await mkdir(base, { recursive: true });
    await replaceFile(path, value);
  }

  return {
    name: 'durable-folder',
    options: { base },
    hasItem: async (key) => (await stat(resolveKey(key)).catch(ignoreMissing)) !== null,
    getItem: async (key) => (await read(key))?.toString('utf8') ?? null,
    getItemRaw: read,
    setItem: write,
    setItemRaw: write,
    removeItem: (key) => rm(resolveKey(key), { force: true }),
    getKeys: async () => (await readdir(base).catch(ignoreMissing))?.filter((name) => !name.endsWith('.tmp')) ?? [],
  };
});
