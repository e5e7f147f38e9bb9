import { imageKinds } from '@threadline/schema/image';

/** So many bytes of a file tell what it claims to be. */
export const magicLength = 12;

export const notAnImage = `This file is not a ${imageKinds} image.`;

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpeg = Buffer.from([0xff, 0xd8, 0xff]);
/** `mif1` and `msf1` stand for HEIC as well, which the decoder tells apart. */
const avifBrands = ['avif', 'avis', 'mif1', 'msf1'];

/** Can this become an image that is kept? Only the decoder knows; this keeps everything else off the disk. */
export function startsLikeImage(head: Buffer): boolean {
  if (head.length < magicLength) return false;
  const text = head.toString('latin1', 0, magicLength);
  const isWebp = text.startsWith('RIFF') && text.endsWith('WEBP');
  const isAvif = text.slice(4, 8) === 'ftyp' && avifBrands.includes(text.slice(8));
  return isWebp || isAvif || head.subarray(0, 8).equals(png) || head.subarray(0, 3).equals(jpeg);
}
