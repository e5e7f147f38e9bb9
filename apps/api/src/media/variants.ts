import { variantWidths } from '@threadline/schema/content/image';
import sharp, { type Metadata } from 'sharp';
import { ProblemError } from '../platform/http/problem-error.ts';
import { notAnImage } from './receive-file.ts';

// The bytes decide the type of a file, whatever its name: only these four loaders are enabled. No SVG, no GIF.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
});
// One core, so that requests are answered meanwhile.
sharp.concurrency(1);
sharp.cache(false);

const maxPixels = 40_000_000;
/** The limit of WebP is 16,383. */
const maxSide = 16_000;

const encoders = {
  avif: { quality: 55, effort: 2 },
  webp: { quality: 78, effort: 4 },
} as const;

type Format = keyof typeof encoders;

export interface EncodedVariant {
  format: Format;
  width: number;
  height: number;
  data: Buffer;
}

export interface DecodedImage {
  /** Size of the upright image in pixels. */
  width: number;
  height: number;
  /** For each format from narrow to wide. Never wider than the source. */
  variants: EncodedVariant[];
}

/**
 * Decodes an uploaded file and encodes it in every width. Only pixels pass: metadata, thumbnails and hidden data do not.
 *
 * @throws ProblemError 422 unless the file is a complete PNG, JPEG, WebP or AVIF image
 */
export async function makeVariants(path: string): Promise<DecodedImage> {
  const { width, height } = await measure(path);
  const fitting = variantWidths.filter((candidate) => candidate <= width);
  const widths = fitting.length > 0 ? fitting : [width];
  const widest = Math.max(...widths);
  try {
    const pixels = await open(path)
      .autoOrient()
      .resize({ width: widest })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const variants: EncodedVariant[] = [];
    for (const format of ['avif', 'webp'] as const) {
      for (const wanted of widths) variants.push(await encode(pixels, format, wanted));
    }
    return { width, height, variants };
  } catch (error) {
    throw createRefusal('This image is damaged and cannot be read.', error);
  }
}

function open(path: string) {
  return sharp(path, { limitInputPixels: maxPixels, failOn: 'error' });
}

async function measure(path: string): Promise<{ width: number; height: number }> {
  let metadata: Metadata;
  try {
    metadata = await open(path).metadata();
  } catch (error) {
    const isTooBig = error instanceof Error && /pixel limit/i.test(error.message);
    throw createRefusal(isTooBig ? tooManyPixels : notAnImage, error);
  }
  const { width, height } = metadata.autoOrient;
  // HEIC has the same container as AVIF, but browsers cannot show it.
  if (metadata.format === 'heif' && metadata.compression !== 'av1') throw createRefusal(notAnImage);
  if (width * height > maxPixels) throw createRefusal(tooManyPixels);
  if (Math.max(width, height) > maxSide) throw createRefusal(`This image has a side of more than ${maxSide} pixels.`);
  return { width, height };
}

const tooManyPixels = 'This image has more than 40 million pixels.';

interface Pixels {
  data: Buffer;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

async function encode({ data, info }: Pixels, format: Format, width: number): Promise<EncodedVariant> {
  const { width: rawWidth, height, channels } = info;
  const encoded = await sharp(data, { raw: { width: rawWidth, height, channels } })
    .resize({ width })
    [format](encoders[format])
    .toBuffer({ resolveWithObject: true });
  return { format, width: encoded.info.width, height: encoded.info.height, data: encoded.data };
}

function createRefusal(detail: string, cause?: unknown): ProblemError {
  const problem = new ProblemError('validation-failed', { detail });
  problem.cause = cause;
  return problem;
}
