import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { defineDriver } from 'unstorage';

/** Flat names only: no folders, no dot files, nothing that leads elsewhere. */
const safeKey = /^[a-z0-9][a-z0-9_-]*(?:\.[a-z0-9]+)*$/i;

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  // ELOOP: a link was planted here. It is not one of ours and is not followed.
  if (error.code === 'ENOENT' || error.code === 'ELOOP') return null;
  throw error;
}

/**
 * Files in one folder. unstorage's own `fs` driver writes in place: a crash leaves half a file under the final name. Here
 * a file appears whole, and once `setItemRaw` returns it survives a power cut.
 */
export const durableFolder = defineDriver(({ base }: { base: string }) => {
  const pathOf = (key: string): string => {
    if (!safeKey.test(key)) throw new Error('This is not a key of the storage.');
    return join(base, key);
  };

  async function read(key: string): Promise<Buffer | null> {
    const handle = await open(pathOf(key), constants.O_RDONLY | constants.O_NOFOLLOW).catch(unlessMissing);
    try {
      return handle && (await handle.readFile());
    } finally {
      await handle?.close();
    }
  }

  async function write(key: string, value: string | Uint8Array): Promise<void> {
    const path = pathOf(key);
    const temporary = `${path}.${crypto.randomUUID()}.tmp`;
    await mkdir(base, { recursive: true });
    try {
      const handle = await open(temporary, 'wx');
      try {
        await handle.writeFile(value);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncFolder(base);
  }

  return {
    name: 'durable-folder',
    options: { base },
    hasItem: async (key) => (await stat(pathOf(key)).catch(unlessMissing)) !== null,
    getItem: async (key) => (await read(key))?.toString('utf8') ?? null,
    getItemRaw: read,
    setItem: write,
    setItemRaw: write,
    removeItem: (key) => rm(pathOf(key), { force: true }),
    getKeys: async () => (await readdir(base).catch(unlessMissing))?.filter((name) => !name.endsWith('.tmp')) ?? [],
  };
});
