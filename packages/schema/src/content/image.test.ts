import { expect, test } from 'vitest';
import { type RenderableImage, resolveImageUrls } from './image.ts';

const publicId = 'ab'.repeat(16);
const image: RenderableImage = {
  publicId,
  width: 200,
  height: 200,
  alt: '',
  decorative: false,
  focus: { x: 50, y: 50 },
  variants: (['avif', 'webp', 'svg'] as const).map((format) => ({
    format,
    width: 200,
    height: 200,
    bytes: 9,
    url: `/media/${publicId}-0123456789ab-200.${format}`,
  })),
};
const images = { [publicId]: image };

test('addresses of a changed image become those of its current picture, at every depth, also if it is an SVG', () => {
  const current = `/media/${publicId}-0123456789ab-200.webp`;
  const other = { src: '/art/hero-build', list: [`Text about /media/${publicId}-480.webp`] };
  const items = [{ value: { picture: { src: `/media/${publicId}-480.webp` }, blocks: [{ src: current }] } }, other];
  expect(resolveImageUrls(items, images)).toEqual([
    { value: { picture: { src: current }, blocks: [{ src: current }] } },
    other,
  ]);
  expect(resolveImageUrls(items, images)[1]).toBe(other);
});

test('addresses of images that are not in the library stay', () => {
  const value = { src: `/media/${'cd'.repeat(16)}-480.webp`, title: null };
  expect(resolveImageUrls(value, images)).toBe(value);
});
