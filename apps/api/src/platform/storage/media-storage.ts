import { join } from 'node:path';
import { createStorage, type Driver } from 'unstorage';
import type { Config } from '../../config.ts';
import { durableFolder } from './durable-folder.ts';

/** Where the bytes of the variants are. What there is, the database knows: storages list and describe poorly. */
export interface MediaStorage {
  read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  has(name: string): Promise<boolean>;
  /** Once it returns, the file survives a power cut. */
  write(name: string, data: Uint8Array): Promise<void>;
  /** A file that is not there is no mistake. */
  remove(name: string): Promise<void>;
}

/** The files in `DATA_DIR/media`. */
export function openMediaStorage({ dataDir }: Pick<Config, 'dataDir'>): MediaStorage {
  return createMediaStorage(durableFolder({ base: join(dataDir, 'media') }));
}

/** Over any driver of unstorage that takes raw bytes. */
export function createMediaStorage(driver: Driver): MediaStorage {
  const storage = createStorage({ driver });
  return {
    async read(name) {
      // Drivers disagree on the type: a Buffer here, an ArrayBuffer there.
      const data = await storage.getItemRaw<Uint8Array<ArrayBuffer> | ArrayBuffer>(name);
      return data ? new Uint8Array(data) : undefined;
    },
    has: (name) => storage.hasItem(name),
    write: (name, data) => storage.setItemRaw(name, data),
    remove: (name) => storage.removeItem(name),
  };
}
