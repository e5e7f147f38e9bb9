import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { linkOrCopy, renameDurably, replaceFile, syncPath } from '@threadline/files/durable-files';
import { uploadFile } from '@threadline/object-store/large-files';
import { type ObjectStore, openObjectStore } from '@threadline/object-store/object-store';
import { ObjectStoreError } from '@threadline/object-store/store-error';
import type { ByteRange } from '@threadline/schema/wire/negotiation';
import { createStorage, type Driver } from 'unstorage';
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
  /** Like `write`, for a file of this disk, which may be large: it is never read as a whole. */
  writeFile(name: string, path: string): Promise<void>;
  /** Opens a file that may be large. Returns undefined if there is none. */
  open(name: string): Promise<OpenedFile | undefined>;
  /** Also succeeds if there is no such file. */
  remove(name: string): Promise<void>;
}

/** A file that is read in pieces. */
export interface OpenedFile {
  bytes: number;
  /** Reads a part, by default everything. An error of the storage ends the iteration. */
  read(part?: ByteRange): AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** A driver with access to large files. */
type MediaDriver = Driver & {
  storeFile(key: string, path: string): Promise<void>;
  openFile(key: string): Promise<OpenedFile | undefined>;
};

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
 * Creates a storage with an unstorage driver that supports raw values and large files. Its `clear` and `getKeys` are not offered: one
 * removes whole stores, and the other one may take minutes.
 */
export function createMediaStorage(driver: MediaDriver): MediaStorage {
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
    const file = await driver.openFile(name);
    if (!file) return undefined;
    const hash = createHash('sha256');
    for await (const chunk of file.read()) hash.update(chunk);
    return { bytes: file.bytes, sha256: hash.digest('hex') };
  }

  return {
    read: (name) => run(name, () => read(name)),
    has: (name) => run(name, () => storage.hasItem(name)),
    describe: (name) => run(name, () => describe(name)),
    write: (name, data) => run(name, () => storage.setItemRaw(name, data)),
    writeFile: (name, path) => run(name, () => driver.storeFile(name, path)),
    open: (name) => run(name, () => driver.openFile(name)),
    remove: (name) => run(name, () => storage.removeItem(name)),
  };
}

/** Writes a file of the storage to a new file on this disk. @returns false if the storage does not have it */
export async function saveMediaFile(storage: MediaStorage, name: string, path: string): Promise<boolean> {
  const file = await storage.open(name);
  if (!file) return false;
  await pipeline(file.read(), createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  return true;
}

const computeHash = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

/** Returns the problem for people, whose cause names the bucket for the log. */
function createStoreProblem(cause: ObjectStoreError): ProblemError {
  const reasons: Partial<Record<ObjectStoreError['fault'], string>> = {
    unavailable: 'The image storage does not answer',
    full: 'The image storage is full',
  };
  const reason = reasons[cause.fault] ?? 'The image storage refuses this server';
  const advice = cause.fault === 'unavailable' ? 'Try again in a minute.' : 'The server’s administrator can help.';
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
export function durableFolder({ base }: { base: string }): MediaDriver {
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

  /** Links the file, which is usually on the same disk. */
  async function storeFile(key: string, path: string): Promise<void> {
    await mkdir(base, { recursive: true });
    const draft = join(base, `${key}.${randomUUID()}.tmp`);
    try {
      await linkOrCopy(path, draft);
      await syncPath(draft);
      await renameDurably(draft, join(base, key));
    } finally {
      await rm(draft, { force: true });
    }
  }

  return {
    name: 'durable-folder',
    options: { base },
    storeFile,
    openFile: (key: string) => openLocalFile(join(base, key)),
    hasItem: async (key) => (await stat(join(base, key)).catch(ignoreMissing)) !== null,
    getItem: async (key) => (await read(key))?.toString('utf8') ?? null,
    getItemRaw: read,
    setItem: write,
    setItemRaw: write,
    removeItem: (key) => rm(join(base, key), { force: true }),
    getKeys: refuseListing,
  };
}

/** Opens a file of this disk. Symbolic links are not followed. */
export async function openLocalFile(path: string): Promise<OpenedFile | undefined> {
  const found = await lstat(path).catch(ignoreMissing);
  if (!found?.isFile()) return undefined;
  return {
    bytes: found.size,
    read: ({ first, last } = { first: 0, last: found.size }) => createReadStream(path, { start: first, end: last }),
  };
}

function openSmallFile(data: Uint8Array<ArrayBuffer> | undefined): OpenedFile | undefined {
  if (!data) return undefined;
  return {
    bytes: data.length,
    async *read({ first, last } = { first: 0, last: data.length - 1 }) {
      yield data.subarray(first, last + 1);
    },
  };
}

/** How much of an object is requested, and in memory, at a time. */
const pieceBytes = 2 * 1024 * 1024;

/** Prepended to the names of images in an object store. */
export const mediaPrefix = 'media/';

/**
 * An unstorage driver for an object store. The `s3` driver of unstorage sends neither content types nor cache headers, and
 * does not repeat a failed request. Each object gets the headers with which a browser may load it directly.
 */
export function objectStoreDriver({ store }: { store: ObjectStore }): MediaDriver {
  async function write(key: string, value: string | Uint8Array): Promise<void> {
    const body = new Uint8Array(Buffer.from(value));
    const options = { contentType: getMediaType(key) };
    if (await store.create(mediaPrefix + key, body, options)) return;
    // Almost always the same image again. A repaired image may have other bytes.
    const present = await store.describe(mediaPrefix + key);
    if (present?.sha256 !== computeHash(body)) await store.put(mediaPrefix + key, body, options);
  }

  async function storeFile(key: string, path: string): Promise<void> {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path)) hash.update(chunk);
    const sha256 = hash.digest('hex');
    const present = await store.describe(mediaPrefix + key);
    if (present?.sha256 === sha256) return;
    await uploadFile(store, { key: mediaPrefix + key, path, sha256, contentType: getMediaType(key) });
  }

  async function openFile(key: string): Promise<OpenedFile | undefined> {
    if (!getMediaType(key).startsWith('video/')) return openSmallFile(await store.get(mediaPrefix + key));
    const found = await store.describe(mediaPrefix + key);
    if (!found) return undefined;
    const { bytes } = found;
    async function* read({ first, last }: ByteRange = { first: 0, last: bytes - 1 }) {
      for (let from = first; from <= last; from += pieceBytes) {
        const to = Math.min(from + pieceBytes - 1, last);
        const headers = { range: `bytes=${from}-${to}` };
        const { body } = await store.request('GET', mediaPrefix + key, { headers });
        if (body.length !== to - from + 1)
          throw new ObjectStoreError('refused', `The store ${store.name} did not return a part of ${key}.`);
        yield body;
      }
    }
    return { bytes, read };
  }

  return {
    name: 'object-store',
    options: { store },
    storeFile,
    openFile,
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
}

const mediaTypes: Record<string, string> = {
  avif: 'image/avif',
  png: 'image/png',
  svg: 'image/svg+xml',
  mp4: 'video/mp4',
  webm: 'video/webm',
  vtt: 'text/vtt; charset=utf-8',
};

/** Returns the content type of a file of the library. */
export function getMediaType(name: string): string {
  return mediaTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'image/webp';
}
