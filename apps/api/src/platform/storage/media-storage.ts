import { constants } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '@threadline/files/durable-files';
import { createStorage, type Driver, defineDriver } from 'unstorage';
import type { Config } from '../../config.ts';

/** Stores the bytes of the variants. The database lists which files exist. */
export interface MediaStorage {
  read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  has(name: string): Promise<boolean>;
  /** When the promise resolves, the file survives a power cut. */
  write(name: string, data: Uint8Array): Promise<void>;
  /** Also succeeds if there is no such file. */
  remove(name: string): Promise<void>;
}

/** Opens the storage in `DATA_DIR/media`. */
export function openMediaStorage({ dataDir }: Pick<Config, 'dataDir'>): MediaStorage {
  return createMediaStorage(durableFolder({ base: join(dataDir, 'media') }));
}

/** Creates a storage with any unstorage driver that supports raw values. */
export function createMediaStorage(driver: Driver): MediaStorage {
  const storage = createStorage({ driver });
  return {
    async read(name) {
      // Some drivers return a Buffer, others an ArrayBuffer.
      const data = await storage.getItemRaw<Uint8Array<ArrayBuffer> | ArrayBuffer>(name);
      return data ? new Uint8Array(data) : undefined;
    },
    has: (name) => storage.hasItem(name),
    write: (name, data) => storage.setItemRaw(name, data),
    remove: (name) => storage.removeItem(name),
  };
}

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
