import { readFile } from 'node:fs/promises';
import type { Metadata } from 'sharp';

const maxDecodedBytes = 256 * 1024 * 1024;
/** Encoders write about ten; every further scan makes the decoder walk over the whole picture once more. */
const maxScans = 100;

const tooMuchMemory =
  'This image needs too much memory. Save it with fewer pixels, with 8 bits per colour, or without interlacing.';
const tooManyScans = 'This JPEG is stored in more than 100 scans. Save it again as an ordinary JPEG.';

/**
 * Returns why an image costs too much to decode, from what its header says, or undefined.
 *
 * @param path of the file that `metadata` was read from
 */
export async function findExcessiveCost(path: string, metadata: Metadata): Promise<string | undefined> {
  if (metadata.width * metadata.height * heldBytesPerPixel(metadata) > maxDecodedBytes) return tooMuchMemory;
  const isOverScanned = metadata.format === 'jpeg' && countScans(await readFile(path), maxScans) > maxScans;
  return isOverScanned ? tooManyScans : undefined;
}

/** Returns how much a decoder holds at once for each pixel: 0 for those that work row by row. */
function heldBytesPerPixel({ format, channels, depth, isProgressive }: Metadata): number {
  if (format === 'png') return isProgressive ? channels * (depth === 'ushort' ? 2 : 1) : 0;
  // Coefficients of 16 bits.
  if (format === 'jpeg') return isProgressive ? channels * 2 : 0;
  if (format === 'webp') return 4;
  // Planes, their conversion and the result, as measured with libheif.
  return 16;
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
