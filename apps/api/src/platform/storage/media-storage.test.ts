import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { openObjectStore } from '@threadline/object-store/object-store';
import { parseStoreUrl } from '@threadline/object-store/store-url';
import { expect, inject, onTestFinished, test } from 'vitest';
import { refuseAll, startFaultyStore } from '../../../../../packages/object-store/test/faulty-store.ts';
import { createTestBucket } from '../../../../../packages/object-store/test/test-bucket.ts';
import type { ProblemError } from '../http/problem-error.ts';
import {
  createMediaStorage,
  durableFolder,
  type MediaStorage,
  objectStoreDriver,
  openMediaPlace,
  openMediaStorage,
} from './media-storage.ts';
import { removeStaleTempFiles } from './temp-folders.ts';

const testWithStore = test.skipIf(inject('objectStore') === '');
const bytes = (...values: number[]) => new Uint8Array(values);
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-media-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'media');
}
const newStore = async () => openObjectStore(parseStoreUrl(await createTestBucket('/below')));

// The library depends on these properties with every driver.
const drivers = [
  { name: 'the durable folder', runs: true, open: async () => durableFolder({ base: newFolder() }) },
  {
    name: 'the object store',
    runs: inject('objectStore') !== '',
    open: async () => objectStoreDriver({ store: await newStore() }),
  },
].filter(({ runs }) => runs);

const properties: Record<string, (storage: MediaStorage) => Promise<void>> = {
  async 'returns the bytes that were written'(storage) {
    const view = randomBytes(1_000_000).subarray(10, 900_010);
    await storage.write('a-480.webp', view);
    expect(Buffer.compare((await storage.read('a-480.webp')) ?? bytes(), view)).toBe(0);
    expect(await storage.has('a-480.webp')).toBe(true);
  },

  async 'takes a file of 20 MB'(storage) {
    const large = randomBytes(20_000_000);
    await storage.write('a-480.webp', large);
    expect(Buffer.compare((await storage.read('a-480.webp')) ?? bytes(), large)).toBe(0);
  },

  async 'stores a large file and returns any part of it'(storage) {
    const large = randomBytes(5_000_000);
    const path = join(newFolder(), '..', 'upload');
    writeFileSync(path, large);
    await storage.writeFile('a-1280.mp4', path);
    const opened = await storage.open('a-1280.mp4');
    const read = async (part?: { first: number; last: number }) => buffer(opened?.read(part) ?? Readable.from([]));
    expect(opened?.bytes).toBe(large.length);
    expect(large.equals(await read())).toBe(true);
    expect(large.subarray(4_000_000, 4_500_001).equals(await read({ first: 4_000_000, last: 4_500_000 }))).toBe(true);
    expect(await storage.describe('a-1280.mp4')).toMatchObject({ bytes: large.length });
    expect(await storage.open('b-1280.mp4')).toBeUndefined();
  },

  async 'returns size and hash of a file'(storage) {
    await storage.write('a-480.webp', bytes(1, 2, 3));
    const sha256 = '039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81';
    expect(await storage.describe('a-480.webp')).toEqual({ bytes: 3, sha256 });
    expect(await storage.describe('b-480.webp')).toBeUndefined();
  },

  async 'replaces a file as a whole, and writes the same content again'(storage) {
    for (const data of [bytes(1, 2, 3), bytes(1, 2, 3), bytes(4)]) {
      await storage.write('a-480.webp', data);
      expect(await storage.read('a-480.webp')).toEqual(data);
    }
  },

  async 'shows a reader the old or the new file while it is replaced'(storage) {
    const versions = [1, 2, 3, 4].map((value) => new Uint8Array(2_000_000).fill(value));
    await storage.write('a.webp', versions[0] ?? bytes());
    let isWritten = false;
    const written = (async () => {
      for (const version of versions) await storage.write('a.webp', version);
      isWritten = true;
    })();
    while (!isWritten) {
      const read = (await storage.read('a.webp')) ?? bytes();
      expect([read.length, new Set(read).size]).toEqual([2_000_000, 1]);
    }
    await written;
  },

  async 'leaves one intact file of several concurrent writes'(storage) {
    const versions = Array.from({ length: 20 }, (_, index) => new Uint8Array(10_000).fill(index));
    await Promise.all(versions.map((version) => storage.write('a.webp', version)));
    expect(new Set((await storage.read('a.webp')) ?? bytes()).size).toBe(1);
  },

  async 'distinguishes an empty file from a missing one'(storage) {
    await storage.write('empty.webp', bytes());
    expect(await storage.read('empty.webp')).toEqual(bytes());
    expect(await storage.read('other.webp')).toBeUndefined();
    expect([await storage.has('empty.webp'), await storage.has('other.webp')]).toEqual([true, false]);
  },

  async 'removes one file, and removing it again succeeds'(storage) {
    await storage.write('a.webp', bytes(1));
    await storage.write('b.webp', bytes(2));
    await storage.remove('a.webp');
    await storage.remove('a.webp');
    expect(await storage.read('a.webp')).toBeUndefined();
    expect(await storage.read('b.webp')).toEqual(bytes(2));
  },

  async 'refuses every other name than a flat, safe one'(storage) {
    const names = ['../a.webp', '.hidden', 'a/b.webp', 'a\0.webp', '..', '', 'a b.webp', 'a+b.webp', 'é.webp', 'a?b'];
    for (const name of names) {
      const tasks = [storage.read, storage.has, storage.remove, (each: string) => storage.write(each, bytes(1))];
      for (const task of tasks)
        await expect(task(name), JSON.stringify(name)).rejects.toThrow('The storage key is invalid.');
    }
  },
};

const table = drivers.flatMap(({ name, open }) =>
  Object.entries(properties).map(([property, check]) => [name, property, open, check] as const),
);

test.each(table)('%s %s', async (_name, _property, open, check) => {
  await check(createMediaStorage(await open()));
});

test('concurrent writes to one name leave no temporary file', async () => {
  const base = newFolder();
  const storage = createMediaStorage(durableFolder({ base }));
  await Promise.all([1, 2, 3].map((value) => storage.write('a.webp', bytes(value))));
  expect(readdirSync(base)).toEqual(['a.webp']);
});

test('a failed write keeps the previous file and removes its temporary file', async () => {
  const base = newFolder();
  const storage = createMediaStorage(durableFolder({ base }));
  await storage.write('a.webp', bytes(1));
  const unwritable = { length: 3 } as unknown as Uint8Array;
  await expect(storage.write('a.webp', unwritable)).rejects.toThrow();
  expect(await storage.read('a.webp')).toEqual(bytes(1));
  expect(readdirSync(base)).toEqual(['a.webp']);
});

test('a symbolic link in the folder is not followed [U16]', async () => {
  const base = newFolder();
  const storage = createMediaStorage(durableFolder({ base }));
  await storage.write('a.webp', bytes(1));
  const secret = join(base, '..', 'secret');
  writeFileSync(secret, 'secret');
  symlinkSync(secret, join(base, 'b.webp'));
  expect(await storage.read('b.webp')).toBeUndefined();
});

testWithStore('an object may be loaded by a browser, which keeps it forever', async () => {
  const store = await newStore();
  const storage = openMediaPlace({ store });
  for (const name of ['a.webp', 'a.avif']) await storage.write(name, bytes(1));
  const readHeaders = async (name: string) => {
    const { headers } = await store.request('HEAD', `media/${name}`);
    return [headers.get('content-type'), headers.get('cache-control')];
  };
  expect(await readHeaders('a.webp')).toEqual(['image/webp', 'public, max-age=31536000, immutable']);
  expect(await readHeaders('a.avif')).toEqual(['image/avif', 'public, max-age=31536000, immutable']);
});

testWithStore('an object that another program has copied is read for its hash', async () => {
  const store = await newStore();
  await store.request('PUT', 'media/a.webp', { body: bytes(1, 2, 3) });
  const facts = await openMediaPlace({ store }).describe('a.webp');
  expect(facts).toMatchObject({ bytes: 3, sha256: expect.stringMatching(/^039058c6/) });
});

const openFaulty = (url: string) => openMediaStorage({ dataDir: '', mediaStore: parseStoreUrl(url) });

test('a store that refuses the key is a problem for people, and never a missing file', async () => {
  const storage = openFaulty(await startFaultyStore(refuseAll));
  const write = (name: string) => storage.write(name, bytes(1));
  for (const task of [storage.read, storage.has, write]) {
    const error = await task('a.webp').then(
      () => expect.fail(),
      (problem: ProblemError) => problem,
    );
    expect([error.code, error.message]).toEqual([
      'unavailable',
      'The image storage refuses this server. Nothing was changed. The server’s administrator can help.',
    ]);
    expect(String(error.cause)).not.toMatch(/canary/);
  }
});

test('a store that hangs is given up after a time limit', { timeout: 30_000 }, async () => {
  const storage = openFaulty(await startFaultyStore(() => {}));
  await expect(storage.read('a.webp')).rejects.toThrow('The image storage does not answer.');
});

test('temporary files are removed after an hour, when no writer can still use them', () => {
  const folder = newFolder();
  removeStaleTempFiles(folder);
  mkdirSync(folder);
  for (const name of ['old.tmp', 'new.tmp', 'a.webp']) writeFileSync(join(folder, name), '');
  const before = Date.now() / 1000 - 3700;
  for (const name of ['old.tmp', 'a.webp']) utimesSync(join(folder, name), before, before);
  removeStaleTempFiles(folder);
  expect(readdirSync(folder)).toEqual(['a.webp', 'new.tmp']);
});
