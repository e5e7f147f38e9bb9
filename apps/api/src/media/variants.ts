import { readFile } from 'node:fs/promises';
import { iconWidths, isSquare, variantWidths } from '@threadline/schema/content/image';
import {
  findEditError,
  getRotatedSize,
  type ImageEdit,
  noEdit,
  type Size,
} from '@threadline/schema/content/image-edit';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { ProblemError } from '../platform/http/problem-error.ts';
import { isMarkup, notAnImage } from './receive-file.ts';
import { sanitizeSvg } from './svg.ts';

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
  format: Format | 'svg' | 'png';
  width: number;
  height: number;
  data: Buffer;
}

export interface DecodedImage {
  /** Size in pixels of the image after its edit. */
  width: number;
  height: number;
  /** Size of the upright original. */
  source: Size;
  /** For each format from narrow to wide. Never wider than the source, unless that is an SVG. */
  variants: EncodedVariant[];
  /** The file to store instead of the uploaded one, if that must not be stored. */
  sanitized?: Buffer;
}

/**
 * Decodes an uploaded file, turns and crops it, and encodes it in every width. Only pixels pass: metadata, thumbnails and hidden data do not.
 *
 * @throws ProblemError 422 unless the file is a complete PNG, JPEG, WebP or AVIF image that contains the crop
 */
export async function makeVariants(path: string, edit: ImageEdit = noEdit): Promise<DecodedImage> {
  const bytes = await readFile(path);
  if (isMarkup(bytes.subarray(0, 100))) return makeSvgVariants(bytes.toString('utf8'));
  const source = await measure(path);
  const error = findEditError(source, edit);
  if (error) throw createRefusal(error);
  const { width, height } = edit.crop ?? getRotatedSize(source, edit.rotation);
  const fitting = variantWidths.filter((candidate) => candidate <= width);
  const widths = fitting.length > 0 ? fitting : [width];
  const widest = Math.max(...widths);
  try {
    const pixels = await applyEdit(open(path).autoOrient(), edit)
      .resize({ width: widest })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const variants: EncodedVariant[] = [];
    for (const format of ['avif', 'webp'] as const) {
      for (const wanted of widths) variants.push(await encode(pixels, format, wanted));
    }
    if (width >= iconWidths.tab) variants.push(...(await encodeIcons(pixels)));
    return { width, height, source, variants };
  } catch (error) {
    throw createRefusal('This image is damaged and cannot be read. Save it again, or choose another one.', error);
  }
}

/** A drawing is shown as it is. The pictures are for share previews, feeds and thumbnails. */
const drawnWidths = [480, 1024] as const;
const maxDrawnHeight = 2048;

async function makeSvgVariants(source: string): Promise<DecodedImage> {
  const { svg, width, height } = sanitizeSvg(source);
  const sanitized = Buffer.from(svg);
  const widest = Math.max(1, Math.min(drawnWidths[1], Math.floor((maxDrawnHeight * width) / height)));
  const pixels = await draw(sanitized, { width, height, target: widest });
  const variants: EncodedVariant[] = [];
  for (const format of ['avif', 'webp'] as const) {
    for (const wanted of new Set(drawnWidths.map((each) => Math.min(each, widest))))
      variants.push(await encode(pixels, format, wanted));
  }
  variants.push(...(await encodeIcons(pixels)), { format: 'svg', width, height, data: sanitized });
  return { width, height, source: { width, height }, variants, sanitized };
}

const svgLoader = { operation: ['VipsForeignLoadSvg'] };

/** Draws a sanitised SVG. The loader is enabled only for the time of it: no other file may reach it. */
async function draw(svg: Buffer, { width, target }: Size & { target: number }): Promise<Pixels> {
  // 72 dots per inch are one pixel per unit.
  const density = Math.min(100_000, Math.max(1, (72 * target) / width));
  sharp.unblock(svgLoader);
  try {
    return await sharp(svg, { density, limitInputPixels: maxPixels })
      .resize({ width: target })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    throw createRefusal('This SVG cannot be drawn. Export it as PNG.', error);
  } finally {
    sharp.block(svgLoader);
  }
}

function applyEdit(upright: Sharp, { rotation, crop }: ImageEdit): Sharp {
  const turned = rotation === 0 ? upright : upright.rotate(rotation);
  if (!crop) return turned;
  return turned.extract({ left: crop.x, top: crop.y, width: crop.width, height: crop.height });
}

function open(path: string) {
  return sharp(path, { limitInputPixels: maxPixels, failOn: 'error' });
}

async function measure(path: string): Promise<Size> {
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
  if (Math.max(width, height) > maxSide)
    throw createRefusal(`This image has a side of more than ${maxSide} pixels. Make it smaller, and upload it again.`);
  return { width, height };
}

const tooManyPixels = 'This image has more than 40 million pixels. Make it smaller, and upload it again.';

interface Pixels {
  data: Buffer;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

async function encode({ data, info }: Pixels, format: keyof typeof encoders, width: number): Promise<EncodedVariant> {
  const { width: rawWidth, height, channels } = info;
  const encoded = await sharp(data, { raw: { width: rawWidth, height, channels } })
    .resize({ width })
    [format](encoders[format])
    .toBuffer({ resolveWithObject: true });
  return { format, width: encoded.info.width, height: encoded.info.height, data: encoded.data };
}

/** Returns the icons of a picture; none unless it is square. Phones show black where an icon is transparent. */
async function encodeIcons({ data, info }: Pixels): Promise<EncodedVariant[]> {
  const { width, height, channels } = info;
  if (!isSquare(info)) return [];
  const icons: EncodedVariant[] = [];
  for (const size of [iconWidths.tab, iconWidths.homeScreen]) {
    const icon = sharp(data, { raw: { width, height, channels } }).resize(size, size, { fit: 'fill' });
    if (size === iconWidths.homeScreen) icon.flatten({ background: 'white' });
    icons.push({ format: 'png', width: size, height: size, data: await icon.png({ palette: true }).toBuffer() });
  }
  return icons;
}

function createRefusal(detail: string, cause?: unknown): ProblemError {
  const problem = new ProblemError('validation-failed', { detail });
  problem.cause = cause;
  return problem;
}
