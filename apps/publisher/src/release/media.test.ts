import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useTempFolder } from '../../test/temp-folder.ts';
import { createMediaCache } from './media.ts';

const folder = useTempFolder();
const one = `/media/${'1'.repeat(32)}-480.avif`;
const two = `/media/${'2'.repeat(32)}-480.webp`;

function openCache(library: Record<string, string> = { [one]: 'first', [two]: 'second' }) {
  const fetched: string[] = [];
  const mediaDir = join(folder(), 'media');
  const cache = createMediaCache(mediaDir, async (path) => {
    fetched.push(path);
    const body = library[path];
    return body === undefined ? undefined : new Response(body);
  });
  return { ...cache, fetched, mediaDir };
}

test('an image is fetched once, also after a restart', async () => {
  const first = openCache();
  const { files } = await first.collect([one, two]);
  expect(files.find(({ path }) => path === one)?.entry).toMatchObject({
    file: one.slice(1),
    bytes: 5,
    contentType: 'image/avif',
    immutable: true,
  });
  await first.collect([one, two]);
  expect(first.fetched.sort()).toEqual([one, two]);
  const second = openCache();
  expect((await second.collect([one])).files).toHaveLength(1);
  expect(second.fetched).toEqual([]);
});

test('an image that the library does not have is reported and leaves no file', async () => {
  const cache = openCache({ [one]: 'first' });
  const { files, missing } = await cache.collect([one, two]);
  expect(files.map(({ path }) => path)).toEqual([one]);
  expect(missing).toEqual([two]);
  expect(readdirSync(cache.mediaDir)).toEqual([one.slice('/media/'.length)]);
});

test('an interrupted transfer is an error and leaves no partial image', async () => {
  const mediaDir = join(folder(), 'media');
  const cache = createMediaCache(mediaDir, async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from('half an im'));
        controller.error(new Error('the line broke'));
      },
    });
    return new Response(body);
  });
  await expect(cache.collect([one])).rejects.toThrow('the line broke');
  expect(readdirSync(mediaDir)).toEqual([]);
});

test('images of a release are adopted, so that a lost cache fetches nothing', async () => {
  const publicDir = join(folder(), 'release', 'public');
  mkdirSync(join(publicDir, 'media'), { recursive: true });
  writeFileSync(join(publicDir, one), 'first');
  const cache = openCache({});
  const entry = {
    file: one.slice(1),
    sha256: 'aa',
    bytes: 5,
    contentType: 'image/avif',
    encodings: {},
    immutable: true,
    headers: {},
  };
  const manifest = {
    id: '000001-abcdef01',
    revision: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    headers: {},
    files: { [one]: entry },
  };
  await cache.adopt(manifest, publicDir);
  await cache.adopt(manifest, publicDir);
  const { files, missing } = await cache.collect([one]);
  expect(missing).toEqual([]);
  expect(readFileSync(files[0]?.source ?? '', 'utf8')).toBe('first');
});

test('images that no release shows are removed and can be fetched again', async () => {
  const cache = openCache();
  await cache.collect([one, two]);
  await cache.keepOnly(new Set([two]));
  expect(existsSync(join(cache.mediaDir, one.slice('/media/'.length)))).toBe(false);
  await cache.collect([one, two]);
  expect(cache.fetched.filter((path) => path === one)).toHaveLength(2);
  expect(cache.fetched.filter((path) => path === two)).toHaveLength(1);
});
