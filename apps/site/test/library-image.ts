import type { RenderableImage } from '@threadline/schema/content/image';

const publicId = '0123456789abcdef0123456789abcdef';

/** An image as the library describes it, with two widths in both formats. */
export const libraryImage: RenderableImage = {
  publicId,
  width: 1600,
  height: 900,
  alt: 'Two people at a table',
  decorative: false,
  focus: { x: 72, y: 18 },
  variants: (['avif', 'webp'] as const).flatMap((format) =>
    [480, 1280].map((width) => ({
      format,
      width,
      height: Math.round(width * 0.5625),
      url: `/media/${publicId}-${width}.${format}`,
      bytes: 1000,
    })),
  ),
};
