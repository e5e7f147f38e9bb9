import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Snapshot } from '@threadline/schema/content/snapshot';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveSnapshot } from '../test/build-site.ts';
import { libraryImage } from '../test/library-image.ts';
import { downloadMedia } from './download-media.ts';

const empty: Snapshot = {
  revision: 1,
  siteUrl: 'https://example.org',
  apiUrl: '',
  mediaUrl: '',
  items: [],
  images: {},
};
const withImage: Snapshot = { ...empty, images: { [libraryImage.publicId]: libraryImage } };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'site-media-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('every variant of a mentioned image becomes a file of the same address', async () => {
  const media = Object.fromEntries(libraryImage.variants.map(({ url }) => [url, new TextEncoder().encode(url)]));
  const api = await serveSnapshot(withImage, media);
  expect(await downloadMedia(withImage, api.url, folder)).toBe(libraryImage.variants.length);
  await api.close();
  for (const { url } of libraryImage.variants) expect(await readFile(path.join(folder, url), 'utf8')).toBe(url);
});

test('an image that the API does not hand out stops the build with its address', async () => {
  const api = await serveSnapshot(withImage);
  await expect(downloadMedia(withImage, api.url, folder)).rejects.toThrow(libraryImage.variants[0]?.url);
  await api.close();
});

test('a site without images has no media folder', async () => {
  expect(await downloadMedia(empty, 'http://127.0.0.1:1', folder)).toBe(0);
  await expect(readFile(path.join(folder, 'media'))).rejects.toThrow('ENOENT');
});
