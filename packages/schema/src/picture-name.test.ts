import { expect, test } from 'vitest';
import { pictureName } from './picture-name.ts';

const publicId = '0a'.repeat(16);
const address = `/media/${publicId}-480.webp`;

test.each([
  ['/art/hero-pms', undefined, 'Drawing: Board of projects'],
  ['/art/no-such-drawing', undefined, '/art/no-such-drawing'],
  ['/art/toString', undefined, '/art/toString'],
  [address, { alt: 'A desk', originalName: 'desk.png' }, 'Picture: A desk (desk.png)'],
  [address, { alt: '', originalName: 'desk.png' }, 'Picture: desk.png'],
  [address, null, 'Picture that is not in Image Management any more'],
  ['https://example.com/film.mp4', null, 'https://example.com/film.mp4'],
  ['', undefined, ''],
])('%s is told as people know it', (text, image, name) => {
  expect(pictureName(text, image)).toBe(name);
});
