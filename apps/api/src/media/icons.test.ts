import { join } from 'node:path';
import type { Image } from '@threadline/schema/content/image';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createImageFixture, picture } from '../../test/image-fixture.ts';

test('a square picture also has a transparent icon for the browser tab, and one on white for phones', async () => {
  const fixture = await createImageFixture();
  const circle = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="30"/></svg>';
  const { body } = await fixture.upload([
    ['icon.svg', new TextEncoder().encode(circle)],
    ['icon.png', await picture({ width: 200, height: 198 })],
    ['wide.png', await picture({ width: 200, height: 150 })],
    ['tiny.png', await picture({ width: 64, height: 64 })],
  ]);
  const [drawing, square, wide, tiny] = body.images.map((image: Image) =>
    image.variants.filter(({ format }) => format === 'png'),
  );
  expect(drawing).toMatchObject([{ width: 96 }, { width: 180 }]);
  expect(square).toMatchObject([
    { width: 96, height: 96 },
    { width: 180, height: 180 },
  ]);
  expect([wide, tiny]).toEqual([[], []]);
  expect((await fixture.app.request(drawing[1].url)).headers.get('content-type')).toBe('image/png');
  const readCorner = async ({ url }: { url: string }) => {
    const file = sharp(join(fixture.deps.config.dataDir, url.slice(1)));
    return [...(await file.ensureAlpha().extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer())];
  };
  expect((await readCorner(drawing[0]))[3]).toBe(0);
  expect(await readCorner(drawing[1])).toEqual([255, 255, 255, 255]);
});
