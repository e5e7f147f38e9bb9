import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '@threadline/files/durable-files';
import { type ObjectStore, openObjectStore } from '@threadline/object-store/object-store';
import { ObjectStoreError } from '@threadline/object-store/store-error';
import { createStorage, type Driver, defineDriver } from 'unstorage';
import type { Config } from '../../config.ts';
import { ProblemError } from '../http/problem-error.ts';

export interface MediaFacts {
  bytes: number;
  sha256: string;
}

/** Stores the bytes of the variants. The database lists which files exist. */
export interface MediaStorage {
  read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  has(name: string): Promise<boolean>;
  /** Returns size and hash of a file without reading it, where the storage knows them. */
  describe(name: string): Promise<MediaFacts | undefined>;
  /** When the promise resolves, the file survives a power cut. */
  write(name: string, data: Uint8Array): Promise<void>;
  /** Also succeeds if there is no such file. */
  remove(name: string): Promise<void>;
}

/** Where the files are: backups link them in a folder, and name them in an object store. */
export type MediaPlace = { folder: string } | { store: ObjectStore };

type StorageConfig = Pick<Config, 'dataDir' | 'mediaStore'>;

/** Visitors and editors wait for these files, so that an unreachable store is given up soon. */
const storeSettings = { timeoutMs: 5000, attempts: 2 };

export function findMediaPlace({ dataDir, mediaStore }: StorageConfig): MediaPlace {
  if (mediaStore) return { store: openObjectStore(mediaStore, storeSettings) };
  return { folder: join(dataDir, 'media') };
}

/** Opens the storage that is configured: the object store at `STORAGE_URL`, or `DATA_DIR/media`. */
export const openMediaStorage = (config: StorageConfig) => openMediaPlace(findMediaPlace(config));

export function openMediaPlace(place: MediaPlace): MediaStorage {
  return createMediaStorage('store' in place ? objectStoreDriver(place) : durableFolder({ base: place.folder }));
}

/** Flat names: no folders, no dot files, no path traversal. */
const safeName = /^[a-z0-9][a-z0-9_-]*(?:\.[a-z0-9]+)*$/i;

/**
 * Creates a storage with any unstorage driver that supports raw values. Its `clear` and `getKeys` are not offered: one
 * removes whole stores, and the other one may take minutes.
 */
export function createMediaStorage(driver: Driver): MediaStorage {
  const storage = createStorage({ driver });

  async function run<Result>(name: string, task: () => Promise<Result>): Promise<Result> {
    if (!safeName.test(name)) throw new Error('The storage key is invalid.');
    return task().catch((error: unknown) => {
      throw error instanceof ObjectStoreError ? createStoreProblem(error) : error;
    });
  }

  async function read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    // Some drivers return a Buffer, others an ArrayBuffer.
    const data = await storage.getItemRaw<Uint8Array<ArrayBuffer> | ArrayBuffer>(name);
    return data ? new Uint8Array(data) : undefined;
  }

  async function describe(name: string): Promise<MediaFacts | undefined> {
    const { size, sha256 } = await storage.getMeta(name, { nativeOnly: true });
    if (typeof size === 'number' && typeof sha256 === 'string') return { bytes: size, sha256 };
    const data = await read(name);
    return data && { bytes: data.length, sha256: computeHash(data) };
  }

  return {
    read: (name) => run(name, () => read(name)),
    has: (name) => run(name, () => storage.hasItem(name)),
    describe: (name) => run(name, () => describe(name)),
    write: (name, data) => run(name, () => storage.setItemRaw(name, data)),
    remove: (name) => run(name, () => storage.removeItem(name)),
  };
}

const computeHash = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

/** Returns the problem for people, whose cause names the bucket for the log. */
function createStoreProblem(cause: ObjectStoreError): ProblemError {
  const reasons: Partial<Record<ObjectStoreError['fault'], string>> = {
    unavailable: 'The store of the images does not answer',
    full: 'The store of the images is full',
  };
  const reason = reasons[cause.fault] ?? 'The store of the images refuses this server';
  const advice =
    cause.fault === 'unavailable' ? 'Please try again in a minute.' : 'The person who looks after the server can help.';
  const detail = `${reason}. Nothing was changed. ${advice}`;
  return Object.assign(new ProblemError('unavailable', { detail, headers: { 'retry-after': '30' } }), { cause });
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  // ELOOP: a symbolic link, which the product never creates here. It is not followed.
  if (error.code === 'ENOENT' || error.code === 'ELOOP') return null;
  throw error;
}

function refuseListing(): never {
  throw new Error('Media files are not listed: the database knows which ones exist.');
}

/**
 * An unstorage driver for the files of one folder. The `fs` driver of unstorage writes in place, so that a crash leaves half
 * a file under the final name. This one replaces files atomically, and flushes them to the disk.
 */
export const durableFolder = defineDriver(({ base }: { base: string }) => {
  async function read(key: string): Promise<Buffer | null> {
    const handle = await open(join(base, key), constants.O_RDONLY | constants.O_NOFOLLOW).catch(ignoreMissing);
    try {
      return handle && (await handle.readFile());
    } finally {
      await handle?.close();
    }
  }

  async function write(key: string, value: string | Uint8Array): Promise<void> {
    await mkdir(base, { recursive: true });
    await replaceFile(join(base, key), value);
  }

  return {
    name: 'durable-folder',
    options: { base },
    hasItem: async (key) => (await stat(join(base, key)).catch(ignoreMissing)) !== null,
    getItem: async (key) => (await read(key))?.toString('utf8') ?? null,
    getItemRaw: read,
    setItem: write,
    setItemRaw: write,
    removeItem: (key) => rm(join(base, key), { force: true }),
    getKeys: refuseListing,
  };
});

/** Prepended to the names of images in an object store. */
export const mediaPrefix = 'media/';

/**
 * An unstorage driver for an object store. The `s3` driver of unstorage sends neither content types nor cache headers, and
 * does not repeat a failed request. Each object gets the headers with which a browser may load it directly.
 */
export const objectStoreDriver = defineDriver(({ store }: { store: ObjectStore }) => {
  async function write(key: string, value: string | Uint8Array): Promise<void> {
    const body = new Uint8Array(Buffer.from(value));
    const options = { contentType: getMediaType(key) };
    if (await store.create(mediaPrefix + key, body, options)) return;
    // Almost always the same image again. A repaired image may have other bytes.
    const present = await store.describe(mediaPrefix + key);
    if (present?.sha256 !== computeHash(body)) await store.put(mediaPrefix + key, body, options);
  }

  return {
    name: 'object-store',
    options: { store },
    hasItem: async (key) => (await store.describe(mediaPrefix + key)) !== undefined,
    getItem: async (key) => {
      const found = await store.get(mediaPrefix + key);
      return found ? new TextDecoder().decode(found) : null;
    },
    getItemRaw: async (key) => (await store.get(mediaPrefix + key)) ?? null,
    setItem: write,
    setItemRaw: write,
    removeItem: (key) => store.delete(mediaPrefix + key),
    async getMeta(key) {
      const found = await store.describe(mediaPrefix + key);
      return found ? { size: found.bytes, sha256: found.sha256 } : null;
    },
    getKeys: refuseListing,
  };
});

/** Returns the content type of an image file. */
export function getMediaType(name: string): string {
  return name.endsWith('.avif') ? 'image/avif' : 'image/webp';
}
