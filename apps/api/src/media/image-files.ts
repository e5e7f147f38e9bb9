import { createHash } from 'node:crypto';
import type { Image } from '@threadline/schema/content/image';
import { type ImageEdit, isSameEdit, noEdit } from '@threadline/schema/content/image-edit';
import type { images } from '../platform/db/schema/core.ts';

type Row = Pick<typeof images.$inferSelect, 'publicId' | 'source' | 'bytes' | 'previous' | 'variants'>;

/** Returns the name in the storage of the file at `/media/<name>`. */
export function getFileName(url: string): string {
  return url.slice('/media/'.length);
}

/** Returns the name in the storage of an uploaded file. No address of `/media` matches it: originals are not public. */
export function getOriginalName(publicId: string, source: string): string {
  return `${publicId}-${source.slice(0, 16)}.original`;
}

/** Returns every file of an image: its variants, its original, and the original that was replaced last. */
export function listImageFiles({
  publicId,
  source,
  bytes,
  previous,
  variants,
}: Row): { name: string; bytes: number }[] {
  const files = variants.map((variant) => ({ name: getFileName(variant.url), bytes: variant.bytes }));
  if (source !== '') files.push({ name: getOriginalName(publicId, source), bytes });
  if (previous) files.push({ name: getOriginalName(publicId, previous.source), bytes: previous.bytes });
  return files;
}

/** Returns whether an image is an SVG. */
export function isDrawing({ variants }: Pick<Row, 'variants'>): boolean {
  return variants.some(({ format }) => format === 'svg');
}

interface VariantName {
  publicId: string;
  source: string;
  edit: ImageEdit | null;
  variant: Pick<Image['variants'][number], 'format' | 'width'>;
}

/** Returns the address of a variant. The bytes of an address never change, so another source or edit has another one. */
export function getVariantUrl({ publicId, source, edit, variant: { width, format } }: VariantName): string {
  const isFirst = source === publicId && isSameEdit(edit ?? noEdit, noEdit);
  const version = createHash('sha256')
    .update(JSON.stringify([source, edit]))
    .digest('hex')
    .slice(0, 12);
  return `/media/${publicId}${isFirst ? '' : `-${version}`}-${width}.${format}`;
}
