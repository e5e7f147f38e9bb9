import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import memory from 'unstorage/drivers/memory';
import { expect, onTestFinished, test } from 'vitest';
import { createMediaStorage, durableFolder } from './media-storage.ts';

const bytes = (...values: number[]) => new Uint8Array(values);
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-media-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'media');
}

// The library depends on these properties with every driver.
const drivers = [
  ['the durable folder', () => durableFolder({ base: newFolder() })],
  ['memory', () => memory()],
] as const;

test.each(drivers)('%s returns the bytes that were written', async (_, open) => {
  const storage = createMediaStorage(open());
  const all = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
  await storage.write('a-480.webp', all);
  expect(await storage.read('a-480.webp')).toEqual(all);
});

test.each(drivers)('%s replaces a file as a whole', async (_, open) => {
  const storage = createMediaStorage(open());
  await storage.write('a-480.webp', bytes(1, 2, 3));
  await storage.write('a-480.webp', bytes(4));
  expect(await storage.read('a-480.webp')).toEqual(bytes(4));
});

test.each(drivers)('%s distinguishes an empty file from a missing one', async (_, open) => {
  const storage = createMediaStorage(open());
  await storage.write('empty.webp', bytes());
  expect(await storage.read('empty.webp')).toEqual(bytes());
  expect(await storage.read('other.webp')).toBeUndefined();
});

test.each(drivers)('%s removes one file, and removing it again succeeds', async (_, open) => {
  const storage = createMediaStorage(open());
  await storage.write('a.webp', bytes(1));
  await storage.write('b.webp', bytes(2));
  await storage.remove('a.webp');
  await storage.remove('a.webp');
  expect(await storage.read('a.webp')).toBeUndefined();
  expect(await storage.read('b.webp')).toEqual(bytes(2));
});

test('concurrent writes to one name leave one intact file', async () => {
  const base = newFolder();
  const storage = createMediaStorage(durableFolder({ base }));
  const versions = Array.from({ length: 20 }, (_, index) => new Uint8Array(10_000).fill(index));
  await Promise.all(versions.map((version) => storage.write('a.webp', version)));
  expect(readdirSync(base)).toEqual(['a.webp']);
  const stored = await storage.read('a.webp');
  expect(stored && new Set(stored).size).toBe(1);
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

test.each(['../a.webp', '.hidden', 'a/b.webp', 'a\0.webp', '..'])('%j is refused as a file name', async (name) => {
  const base = newFolder();
  const storage = createMediaStorage(durableFolder({ base }));
  await expect(Promise.resolve().then(() => storage.write(name, bytes(1)))).rejects.toThrow();
  expect(existsSync(base)).toBe(false);
});
