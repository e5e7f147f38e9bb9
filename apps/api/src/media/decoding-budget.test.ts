import { expect, test } from 'vitest';
import { interlacedPng, jpegOfScans } from '../../test/hostile-pictures.ts';
import { createImageFixture, imageFile, picture } from '../../test/image-fixture.ts';
import { flatPicture, tenBitAvif } from '../../test/large-pictures.ts';
import { openMediaStorage } from '../platform/storage/media-storage.ts';
import { createEncoder } from './encoder.ts';
import { createImageLibrary } from './library.ts';

const tooMuchMemory =
  'This image needs too much memory. Save it with fewer pixels, with 8 bits per colour, or without interlacing.';
const tooMuchAvifMemory = 'This AVIF image needs too much memory. Save it as JPEG or WebP.';
const tooManyScans = 'This JPEG is stored in more than 100 scans. Save it again as an ordinary JPEG.';

test.each([
  ['an interlaced PNG of 39 million pixels with 16 bits per colour', () => interlacedPng(6250, 16), tooMuchMemory],
  ['a JPEG of 20,000 scans', () => jpegOfScans(6300, 6300, 20_000), tooManyScans],
  ['a small JPEG of 101 scans', () => jpegOfScans(16, 16, 101), tooManyScans],
])('%s is refused before it is decoded', async (_, make, sentence) => {
  const fixture = await createImageFixture();
  const before = fixture.footprint();
  const { status, body } = await fixture.upload([['hostile.png', make()]]);
  expect([status, body.code, body.message]).toEqual([422, 'validation-failed', sentence]);
  expect(fixture.footprint()).toEqual(before);
});

test.each([
  ['an interlaced PNG', () => interlacedPng(40, 8)],
  ['an interlaced PNG with 16 bits per colour', () => interlacedPng(40, 16)],
  ['a JPEG of 100 scans', () => jpegOfScans(40, 40, 100)],
])('%s is accepted', async (_, make) => {
  const fixture = await createImageFixture();
  const { status, body } = await fixture.upload([['ordinary.png', make()]]);
  expect([status, body.images[0].width]).toEqual([201, 40]);
});

test.each([
  ['an AVIF of 18 million pixels', () => flatPicture('avif', 5000, 3600), 5000],
  ['an AVIF of 31.3 million pixels', () => flatPicture('avif', 5600, 5600), 5600],
  ['an AVIF of 26.4 million pixels with 10 bits per colour', () => tenBitAvif(5140), 5140],
  ['a WebP of 39.9 million pixels', () => flatPicture('webp', 6320, 6320), 6320],
  ['a JPEG of 39.9 million pixels', () => flatPicture('jpeg', 6320, 6320), 6320],
])('%s is accepted', async (_, make, width) => {
  const fixture = await createImageFixture();
  const { status, body } = await fixture.upload([['large.img', await make()]]);
  expect([status, body.message, body.images?.[0].width]).toEqual([201, undefined, width]);
});

test.each([
  ['an AVIF of 31.5 million pixels', () => flatPicture('avif', 5612, 5612)],
  ['an AVIF of 26.5 million pixels with 10 bits per colour', () => tenBitAvif(5150)],
])('%s is refused with advice for this format', async (_, make) => {
  const fixture = await createImageFixture();
  const { status, body } = await fixture.upload([['large.avif', await make()]]);
  expect([status, body.message]).toEqual([422, tooMuchAvifMemory]);
});

test.each([
  ['memory', { maxMemoryBytes: 1 }, 'This image takes too much memory to process.'],
  ['processor time', { maxCpuMs: 1 }, 'This image takes too much time to process.'],
])('an image that uses up its %s is refused, and the next image has its own budget', async (_, budget, sentence) => {
  const encode = createEncoder({ ...budget, idleMs: 0 });
  const large = imageFile(await picture({ width: 3000, height: 3000 }));
  for (let attempt = 0; attempt < 2; attempt++)
    await expect(encode(large.path)).rejects.toMatchObject({
      code: 'validation-failed',
      message: `${sentence} Save it with fewer pixels, or in another format.`,
    });
});

test('an image does not wait for a slow one before it', async () => {
  const { deps } = await createImageFixture();
  const library = createImageLibrary(deps, openMediaStorage(deps.config));
  const done: string[] = [];
  const add = async (name: string, bytes: Uint8Array) => {
    await library.add({ name, ...imageFile(bytes), tags: [] }, null);
    done.push(name);
  };
  const quick = await picture();
  await Promise.all([add('slow', jpegOfScans(6000, 6000, 100)), add('quick', quick)]);
  expect(done).toEqual(['quick', 'slow']);
});

test('the encoder works on the next image after it has refused one', async () => {
  const fixture = await createImageFixture();
  await fixture.upload([['hostile.jpg', jpegOfScans(16, 16, 101)]]);
  const { status } = await fixture.upload([['team.png', await picture()]]);
  expect(status).toBe(201);
});
