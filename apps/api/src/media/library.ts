import { randomUUID } from 'node:crypto';
import type { Image, ImagePage, ImageUse, imageQuerySchema, RenderableImage } from '@threadline/schema/image';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { createContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Db } from '../platform/db/client.ts';
import { images } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import type { MediaStorage } from '../platform/storage/media-storage.ts';
import { withImageLock } from './image-lock.ts';
import { inLibrary, listPage } from './list.ts';
import type { ImageFile } from './receive-file.ts';
import { isInTrash, trashRetentionMs } from './trash.ts';
import { createImageUses, listImagesWithOwnAlt } from './uses.ts';
import { createVariantFiles, fileNameOf } from './variant-files.ts';

export interface NewImage extends ImageFile {
  name: string;
  tags: string[];
  alt?: string;
}

export type StoredImage = typeof images.$inferSelect;

/** The image library: rows in the database, variants in the storage. An image in the library always has its files. */
export function createImageLibrary({ db, now }: Pick<Deps, 'db' | 'now'>, storage: MediaStorage) {
  const queries = createContentQueries(db);
  const uses = createImageUses(queries);
  const files = createVariantFiles(storage);

  const describedNow = () => new Set(listImagesWithOwnAlt(queries, uses()));

  /** Every reply says whether the places have words of their own: otherwise the library's would seem to lack. */
  function markDescribed(image: Image, described = describedNow()): Image {
    return { ...image, hasAltInContent: described.has(image.publicId) };
  }

  async function create({ publicId, ...file }: NewImage, by: Actor | null): Promise<Image> {
    const stored = await files.write({ publicId, ...file }, true);
    try {
      const at = now().toISOString();
      const row: StoredImage = {
        id: randomUUID(),
        publicId,
        originalName: file.name || 'image',
        ...stored,
        bytes: file.bytes,
        alt: file.alt ?? '',
        decorative: false,
        focusX: 50,
        focusY: 50,
        tags: file.tags,
        uploadedAt: at,
        uploadedBy: by?.name ?? null,
        trashedAt: null,
      };
      db.transaction((tx) => {
        tx.insert(images).values(row).run();
        recordAudit(tx, { at, by, action: 'image.created', subject: auditSubject(row) });
      });
      return markDescribed(toImage(row));
    } catch (error) {
      await files.remove(stored.variants);
      throw error;
    }
  }

  /** Makes missing files of an image again, from the same picture that it was made from. */
  async function repairFiles(row: StoredImage, file: ImageFile): Promise<StoredImage> {
    if (await files.exist(row.variants)) return row;
    const stored = await files.write(file, false);
    db.update(images).set(stored).where(eq(images.id, row.id)).run();
    return { ...row, ...stored };
  }

  /** Out of the trash again. */
  function bringBack(tx: Pick<Db, 'insert' | 'update'>, row: StoredImage, by: Actor | null): Image {
    tx.update(images).set({ trashedAt: null }).where(eq(images.id, row.id)).run();
    recordAudit(tx, { at: now().toISOString(), by, action: 'image.restored', subject: auditSubject(row) });
    return markDescribed(toImage({ ...row, trashedAt: null }));
  }

  return {
    markDescribed: (image: Image): Image => markDescribed(image),

    list(): Image[] {
      const described = describedNow();
      const rows = db.select().from(images).where(inLibrary).orderBy(desc(images.uploadedAt), desc(images.id)).all();
      return rows.map((row) => markDescribed(toImage(row), described));
    },

    /** A part of the list that fits filter and search, and the numbers of all filters. */
    page(query: z.output<typeof imageQuerySchema>): { images: Image[]; page: ImagePage } {
      const described = describedNow();
      const used = [...uses().keys()];
      const { rows, page } = listPage(db, { query, now: now(), used, described: [...described] });
      return { images: rows.map((row) => markDescribed(toImage(row), described)), page };
    },

    /** @throws ProblemError 404 */
    usesOf: (id: string): ImageUse[] => uses().get(findImage(db, id).publicId) ?? [],

    /**
     * Adds a picture. The same bytes again are the image that is there already, or that is restored from the trash; files
     * that it lacks are made again.
     *
     * @throws ProblemError 422 for a file that cannot be kept, 503 when too many are waiting
     */
    add(file: NewImage, by: Actor | null): Promise<{ image: Image; known: boolean }> {
      return withImageLock(file.publicId, async () => {
        const known = db.select().from(images).where(eq(images.publicId, file.publicId)).get();
        if (!known) return { image: await create(file, by), known: false };
        const row = await repairFiles(known, file);
        if (row.trashedAt === null) return { image: markDescribed(toImage(row)), known: true };
        return { image: db.transaction((tx) => bringBack(tx, row, by)), known: false };
      });
    },

    /**
     * Puts an image into the trash, from where it is not served.
     *
     * @throws ProblemError 404, or 409 when `publicId` is not of this image or the content uses it
     */
    remove({ id, publicId }: { id: string; publicId?: string }, by: Actor): void {
      db.transaction((tx) => {
        const row = findImage(tx, id);
        if (publicId !== undefined && publicId !== row.publicId) {
          throw new ProblemError('conflict', {
            detail: 'The publicId is not that of this image. Nothing was deleted.',
          });
        }
        // What visitors see counts, too: after a rollback that is older than the working copy.
        if (uses().has(row.publicId)) {
          const detail = 'This image is used on the website. Choose another one there, then delete it.';
          throw new ProblemError('conflict', { detail });
        }
        const at = now().toISOString();
        tx.update(images).set({ trashedAt: at }).where(eq(images.id, id)).run();
        recordAudit(tx, { at, by, action: 'image.deleted', subject: auditSubject(row) });
      });
    },

    /** @throws ProblemError 404 for an image that is not in the trash (any more), 409 for one whose files are missing */
    restore(id: string, by: Actor): Promise<Image> {
      return withImageLock(findInTrash(db, id, now()).publicId, async () => {
        const isWhole = await files.exist(findInTrash(db, id, now()).variants);
        if (!isWhole) {
          const detail = 'The files of this image are missing, so it cannot be restored. Upload the picture again.';
          throw new ProblemError('conflict', { detail });
        }
        return db.transaction((tx) => bringBack(tx, findInTrash(tx, id, now()), by));
      });
    },

    /**
     * Of an image in the trash, for whoever looks for it there.
     *
     * @throws ProblemError 404 for an image that is not in the trash (any more)
     */
    async readTrashedThumbnail(id: string): Promise<Uint8Array<ArrayBuffer>> {
      const { url, variants } = findInTrash(db, id, now());
      const small = variants.find(({ format }) => format === 'webp')?.url ?? url;
      const data = await storage.read(fileNameOf(small));
      if (!data) throw notInTrash();
      return data;
    },

    /** Is this image in the trash? Its files are kept, but nobody gets them. */
    isTrashed: (publicId: string): boolean =>
      Boolean(
        db.select({ trashedAt: images.trashedAt }).from(images).where(eq(images.publicId, publicId)).get()?.trashedAt,
      ),
  };
}

export type ImageLibrary = ReturnType<typeof createImageLibrary>;

/** What the pages of a snapshot need to show the images they mention. Ids that are not in the library are left out. */
export function renderableImages(db: Db, publicIds: string[]): Record<string, RenderableImage> {
  if (publicIds.length === 0) return {};
  const rows = db
    .select()
    .from(images)
    .where(and(inArray(images.publicId, publicIds), inLibrary))
    .orderBy(images.publicId)
    .all();
  return Object.fromEntries(rows.map((row) => [row.publicId, toRenderableImage(row)]));
}

/** Readable for people, and ends in the publicId, by which the seed recognises what it has added before. */
export function auditSubject({ originalName, publicId }: Pick<StoredImage, 'originalName' | 'publicId'>): string {
  return `${originalName} (${publicId})`;
}

/** @throws ProblemError 404 */
export function findImage(tx: Pick<Db, 'select'>, id: string): StoredImage {
  const row = tx
    .select()
    .from(images)
    .where(and(eq(images.id, id), inLibrary))
    .get();
  if (!row) throw new ProblemError('not-found', { detail: 'There is no such image.' });
  return row;
}

/** @throws ProblemError 404 */
function findInTrash(tx: Pick<Db, 'select'>, id: string, now: Date): StoredImage {
  const row = tx
    .select()
    .from(images)
    .where(and(eq(images.id, id), isInTrash(now)))
    .get();
  if (!row) throw notInTrash();
  return row;
}

function notInTrash(): ProblemError {
  return new ProblemError('not-found', { detail: 'This image is not in the trash any more.' });
}

function toRenderableImage(row: StoredImage): RenderableImage {
  const { publicId, width, height, alt, decorative, focusX, focusY, variants } = row;
  return { publicId, width, height, alt, decorative, focus: { x: focusX, y: focusY }, variants };
}

/** A row of the database as the API hands it out. */
export function toImage(row: StoredImage): Image {
  const { id, url, originalName, tags, uploadedAt, uploadedBy, bytes, trashedAt } = row;
  const image = { _id: id, url, originalName, tags, uploadedAt, uploadedBy, bytes, ...toRenderableImage(row) };
  if (trashedAt === null) return image;
  const until = new Date(Date.parse(trashedAt) + trashRetentionMs).toISOString();
  return { ...image, trashed: { at: trashedAt, until } };
}
