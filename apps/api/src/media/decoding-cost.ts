import { readFile } from 'node:fs/promises';
import type { Metadata } from 'sharp';

const mebibyte = 1024 * 1024;
const maxDecodedBytes = 256 * mebibyte;
/** Leaves room below the 512 MB by which the process may grow for one image. */
const maxDecodedAvifBytes = 480 * mebibyte;
/** Encoders write about ten. Each scan makes the decoder process the whole image again. */
const maxScans = 100;

const tooMuchMemory =
  'This image needs too much memory. Save it with fewer pixels, with 8 bits per colour, or without interlacing.';
const tooMuchAvifMemory = 'This AVIF image needs too much memory. Save it as JPEG or WebP.';
const tooManyScans = 'This JPEG is stored in more than 100 scans. Save it again as an ordinary JPEG.';

/**
 * Returns why an image costs too much to decode, from what its header says, or undefined.
 *
 * @param path of the file that `metadata` was read from
 */
export async function findExcessiveCost(path: string, metadata: Metadata): Promise<string | undefined> {
  const pixels = metadata.width * metadata.height;
  if (metadata.format === 'heif')
    return pixels * avifBytesPerPixel(metadata) > maxDecodedAvifBytes ? tooMuchAvifMemory : undefined;
  if (pixels * decodedBytesPerPixel(metadata) > maxDecodedBytes) return tooMuchMemory;
  const isOverScanned = metadata.format === 'jpeg' && countScans(await readFile(path), maxScans) > maxScans;
  return isOverScanned ? tooManyScans : undefined;
}

/** Returns how many bytes a decoder needs at once for each pixel: 0 for decoders that work row by row. */
function decodedBytesPerPixel({ format, channels, depth, isProgressive }: Metadata): number {
  if (format === 'png') return isProgressive ? channels * (depth === 'ushort' ? 2 : 1) : 0;
  // Coefficients of 16 bits.
  if (format === 'jpeg') return isProgressive ? channels * 2 : 0;
  // A lossless WebP is decoded as a whole.
  return 4;
}

/**
 * Returns how many bytes libheif needs at once for each pixel: planes, their conversion and the result. Measured as the
 * growth of the process for images of 16 and 40 million pixels with 4:2:0: 253 and 600 MiB for 8 bits per colour, 302
 * and 717 MiB for 10 and 12. The metadata lacks the chroma subsampling. Images with 4:4:4 take up to a third more:
 * the limit of the process refuses those that are too large.
 */
function avifBytesPerPixel({ depth }: Metadata): number {
  return depth === 'uchar' ? 16 : 19;
}

/** Returns the number of scans of a JPEG file, counted no further than one beyond `limit`. */
function countScans(jpeg: Buffer, limit: number): number {
  let scans = 0;
  let at = jpeg.indexOf(0xff, 2);
  while (at !== -1 && at + 4 <= jpeg.length && scans <= limit) {
    const marker = jpeg[at + 1] ?? 0;
    if (marker === endOfImage) return scans;
    if (marker === startOfScan) scans++;
    // Within the data of a scan 0xff is followed by 0, by a restart marker, or by more of the same.
    const hasLength = marker !== 0 && marker !== 0xff && (marker < 0xd0 || marker > 0xd8);
    at = jpeg.indexOf(0xff, hasLength ? at + 2 + jpeg.readUInt16BE(at + 2) : at + (marker === 0xff ? 1 : 2));
  }
  return scans;
}

const startOfScan = 0xda;
const endOfImage = 0xd9;
