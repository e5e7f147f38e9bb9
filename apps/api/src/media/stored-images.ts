import type { Image, RenderableImage } from '@threadline/schema/content/image';
import { noEdit } from '@threadline/schema/content/image-edit';
import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../platform/db/client.ts';
import { images } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { getFileName, isDrawing } from './image-files.ts';
import { isInLibrary } from './list.ts';
import { isInTrash, trashRetentionMs } from './trash.ts';

/** The row of an image or a video. */
export type StoredImage = typeof images.$inferSelect;

/** Returns whether an image is in the trash: its files exist, but are not served. */
export function isTrashed(db: Db, publicId: string): boolean {
  const row = db.select({ trashedAt: images.trashedAt }).from(images).where(eq(images.publicId, publicId)).get();
  return Boolean(row?.trashedAt);
}

/** Returns the address that replaces an earlier file of an image: of the same format, and at least as wide if possible. */
export function findCurrentUrl(db: Db, publicId: string, file: string): string | undefined {
  const isThis = and(eq(images.publicId, publicId), isInLibrary);
  const { variants = [] } = db.select({ variants: images.variants }).from(images).where(isThis).get() ?? {};
  const [, width = '', format] = /-(\d+)\.([a-z]+)$/.exec(file) ?? [];
  const usable = variants.filter((variant) => variant.format === format);
  const url = (usable.find((variant) => variant.width >= Number(width)) ?? usable.at(-1))?.url;
  return url === undefined || getFileName(url) === file ? undefined : url;
}

/** Returns the data with which pages show these images. Ids that are not in the library are left out. */
export function listRenderableImages(db: Db, publicIds: string[]): Record<string, RenderableImage> {
  if (publicIds.length === 0) return {};
  const rows = db
    .select()
    .from(images)
    .where(and(inArray(images.publicId, publicIds), isInLibrary))
    .orderBy(images.publicId)
    .all();
  return Object.fromEntries(rows.map((row) => [row.publicId, toRenderableImage(row)]));
}

/** Ends in the publicId, by which the seed recognises the images that it has added before. */
export function formatAuditSubject({ originalName, publicId }: Pick<StoredImage, 'originalName' | 'publicId'>): string {
  return `${originalName} (${publicId})`;
}

/** @throws ProblemError 404 */
export function findImage(tx: Pick<Db, 'select'>, id: string): StoredImage {
  const row = tx
    .select()
    .from(images)
    .where(and(eq(images.id, id), isInLibrary))
    .get();
  if (!row) throw new ProblemError('not-found', { detail: 'Image not found.' });
  return row;
}

/** @throws ProblemError 404 */
export function findInTrash(tx: Pick<Db, 'select'>, id: string, now: Date): StoredImage {
  const row = tx
    .select()
    .from(images)
    .where(and(eq(images.id, id), isInTrash(now)))
    .get();
  if (!row) throw createNotInTrash();
  return row;
}

export function createNotInTrash(): ProblemError {
  return new ProblemError('not-found', { detail: 'This image is no longer in the trash.' });
}

function toRenderableImage(row: StoredImage): RenderableImage {
  const { publicId, width, height, alt, decorative, focusX, focusY, variants, video } = row;
  const focus = { x: focusX, y: focusY };
  return { publicId, width, height, alt, decorative, focus, variants, ...(video && { video }) };
}

/** Returns the image of a row, as the API sends it. */
export function toImage(row: StoredImage): Image {
  const { id, url, originalName, tags, uploadedAt, uploadedBy, bytes, trashedAt } = row;
  const { source, sourceWidth, sourceHeight, edit, previous } = row;
  const image: Image = {
    _id: id,
    url,
    originalName,
    tags,
    uploadedAt,
    uploadedBy,
    bytes,
    ...toRenderableImage(row),
    ...(source !== '' &&
      !isDrawing(row) && { original: { width: sourceWidth, height: sourceHeight, edit: edit ?? noEdit } }),
    ...(previous && { previousName: previous.originalName }),
  };
  if (trashedAt === null) return image;
  const until = new Date(Date.parse(trashedAt) + trashRetentionMs).toISOString();
  return { ...image, trashed: { at: trashedAt, until } };
}
