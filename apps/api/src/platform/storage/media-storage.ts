import { join } from 'node:path';
import { createStorage, type Driver } from 'unstorage';
import type { Config } from '../../config.ts';
import { durableFolder } from './durable-folder.ts';

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
