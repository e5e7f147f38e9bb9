import { expect, test } from 'vitest';
import { formatPictureName } from './picture-name.ts';

const publicId = '0a'.repeat(16);
const address = `/media/${publicId}-480.webp`;

test.each([
  ['/art/hero-pms', undefined, 'Illustration: Board of projects'],
  ['/art/no-such-drawing', undefined, '/art/no-such-drawing'],
  ['/art/toString', undefined, '/art/toString'],
  [address, { alt: 'A desk', originalName: 'desk.png' }, 'Image: A desk (desk.png)'],
  [address, { alt: '', originalName: 'desk.png' }, 'Image: desk.png'],
  [address, null, 'Image that is no longer in Image Management'],
  ['https://example.com/video.mp4', null, 'https://example.com/video.mp4'],
  ['', undefined, ''],
])('%s is named for people', (text, image, name) => {
  expect(formatPictureName(text, image)).toBe(name);
});
