import { expect, test } from 'vitest';
import { interlacedPng, jpegOfScans } from '../../test/hostile-pictures.ts';
import { createImageFixture, imageFile, picture } from '../../test/image-fixture.ts';
import { openMediaStorage } from '../platform/storage/media-storage.ts';
import { createEncoder } from './encoder.ts';
import { createImageLibrary } from './library.ts';

test('a JPEG of 20,000 scans is rejected when its time is used up', async () => {
  const encode = createEncoder({ maxCpuMs: 500, idleMs: 0 });
  const { path } = imageFile(jpegOfScans(6300, 6300, 20_000));
  await expect(encode({ path, edit: null })).rejects.toMatchObject({
    code: 'validation-failed',
    message: expect.stringContaining('takes too much time'),
  });
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
  ['memory', { maxMemoryBytes: 1 }, 'This image takes too much memory to process.'],
  ['processor time', { maxCpuMs: 1 }, 'This image takes too much time to process.'],
])('an image that uses up its %s is refused, and the next image has its own budget', async (_, budget, sentence) => {
  const encode = createEncoder({ ...budget, idleMs: 0 });
  const large = imageFile(await picture({ width: 3000, height: 3000 }));
  for (let attempt = 0; attempt < 2; attempt++)
    await expect(encode({ path: large.path, edit: null })).rejects.toMatchObject({
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
