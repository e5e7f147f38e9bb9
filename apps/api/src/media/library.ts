import { randomBytes, randomUUID } from 'node:crypto';
import type { Image, ImagePage, ImageUses, imageQuerySchema } from '@threadline/schema/content/image';
import { and, desc, eq, isNull, or } from 'drizzle-orm';
import type { z } from 'zod';
import { createDraftReader } from '../content/drafts.ts';
import { createContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Db, Tx } from '../platform/db/client.ts';
import { images } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import type { MediaStorage } from '../platform/storage/media-storage.ts';
import { getFileName, listImageFiles } from './image-files.ts';
import { isInLibrary, isNotVideoFrame, isPicture, listPage } from './list.ts';
import type { ImageFile } from './receive-file.ts';
import {
  createNotInTrash,
  findImage,
  findInTrash,
  formatAuditSubject,
  type StoredImage,
  toImage,
} from './stored-images.ts';
import { createImageUses, listImagesWithOwnAlt } from './uses.ts';
import { createVariantFiles, withImageLock } from './variant-files.ts';
import { createFrameCondition, getPosterId, listPosters, refusePoster, trashFrame } from './video-frames.ts';

export interface NewImage extends ImageFile {
  name: string;
  tags: string[];
  alt?: string;
  /** Made from a video, as its poster image. */
  isVideoFrame?: true;
}

/** Creates the image library: rows in the database, variants in the storage. Every image of the library has its files. */
export function createImageLibrary({ db, now }: Pick<Deps, 'db' | 'now'>, storage: MediaStorage) {
  const queries = createContentQueries(db);
  const uses = createImageUses(queries, createDraftReader(db));
  const files = createVariantFiles(storage);

  const isUsed = (publicId: string) => uses().has(publicId);
  const listWithOwnAlt = () => new Set(listImagesWithOwnAlt(queries, uses()));

  /** Adds whether all uses have their own alt text: then the image needs none in the library. */
  function addAltState(image: Image, described = listWithOwnAlt()): Image {
    return { ...image, hasAltInContent: described.has(image.publicId) };
  }

  async function create(file: NewImage, by: Actor | null): Promise<Image> {
    // The hash may name an image whose file was replaced by another one.
    const isTaken = db.select().from(images).where(eq(images.publicId, file.publicId)).get() !== undefined;
    const publicId = isTaken ? randomBytes(16).toString('hex') : file.publicId;
    const { path, publicId: source, maxSeconds } = file;
    const stored = await files.write({ publicId, path, source, edit: null, maxSeconds });
    try {
      const at = now().toISOString();
      const row = createRow({ ...file, publicId }, stored.columns, { at, by });
      db.transaction((tx) => {
        tx.insert(images).values(row).run();
        if (!row.isVideoFrame) recordAudit(tx, { at, by, action: 'image.created', subject: formatAuditSubject(row) });
      });
      return addAltState(toImage(row));
    } catch (error) {
      await files.remove(stored.added);
      throw error;
    }
  }

  /** Encodes an image again if files of it are missing. `file` holds the bytes that it was made from. */
  async function repairFiles(row: StoredImage, file: ImageFile): Promise<StoredImage> {
    const { publicId, edit } = row;
    const known = listImageFiles(row).map(({ name }) => name);
    if (await files.exist(known)) return row;
    const task = { publicId, path: file.path, source: file.publicId, edit, maxSeconds: file.maxSeconds };
    const { columns } = await files.write(task, known);
    const video = columns.video && { ...columns.video, poster: row.video?.poster ?? '' };
    // The captions of a video are no part of its file.
    const captions = row.variants.filter(({ format }) => format === 'vtt');
    const repaired = { ...columns, variants: [...columns.variants, ...captions], video };
    db.update(images).set(repaired).where(eq(images.id, row.id)).run();
    return { ...row, ...repaired };
  }

  function restoreRow(tx: Tx, row: StoredImage, by: Actor | null): Image {
    tx.update(images)
      .set({ trashedAt: null })
      .where(or(eq(images.id, row.id), createFrameCondition(row)))
      .run();
    recordAudit(tx, { at: now().toISOString(), by, action: 'image.restored', subject: formatAuditSubject(row) });
    return addAltState(toImage({ ...row, trashedAt: null }));
  }

  return {
    isUsed,
    addAltState: (image: Image): Image => addAltState(image),

    /** Returns all pictures. Programs that were written for the specification expect no videos. */
    list(): Image[] {
      const described = listWithOwnAlt();
      return listPictures(db).map((row) => addAltState(toImage(row), described));
    },

    /** Returns one page of the images that match filter and search, with the counts of all filters. */
    page(query: z.output<typeof imageQuerySchema>): { images: Image[]; page: ImagePage } {
      const described = listWithOwnAlt();
      const posters = [...listPosters(db).keys()];
      const used = [...uses().keys(), ...posters];
      const { rows, page } = listPage(db, { query, now: now(), used, posters, described: [...described] });
      return { images: rows.map((row) => addAltState(toImage(row), described)), page };
    },

    /** @throws ProblemError 404 */
    listUses(id: string): ImageUses {
      const { publicId } = findImage(db, id);
      return { uses: uses().get(publicId) ?? [], videos: listPosters(db).get(publicId) ?? [] };
    },

    /**
     * Adds an image. If the library or the trash has an image of the same bytes, that one is returned, restored and repaired
     * where necessary.
     *
     * @throws ProblemError 422 for a file that is not accepted, 503 when too many images are pending
     */
    async add(file: NewImage, by: Actor | null): Promise<{ image: Image; known: boolean }> {
      const getLock = () => findBySource(db, file.publicId)?.publicId ?? file.publicId;
      for (;;) {
        const lock = getLock();
        const added = await withImageLock(lock, async () => {
          // It may have been changed meanwhile; then it is another image that must not change.
          if (getLock() !== lock) return undefined;
          const known = findBySource(db, file.publicId);
          if (!known) return { image: await create(file, by), known: false };
          const row = await repairFiles(known, file);
          if (row.trashedAt === null) return { image: addAltState(toImage(row)), known: true };
          return { image: db.transaction((tx) => restoreRow(tx, row, by)), known: false };
        });
        if (added) return added;
      }
    },

    /**
     * Moves an image to the trash, from where it is not served.
     *
     * @throws ProblemError 404; 409 when `publicId` belongs to another image, or when the content or a video uses the image
     */
    remove({ id, publicId }: { id: string; publicId?: string }, by: Actor): void {
      db.transaction((tx) => {
        const row = findImage(tx, id);
        if (publicId !== undefined && publicId !== row.publicId) {
          throw new ProblemError('conflict', {
            detail: 'The publicId is not that of this image. Nothing was deleted.',
          });
        }
        // The live content counts as well: after a rollback it is older than the working copy.
        if (isUsed(row.publicId)) {
          const kind = row.video ? 'video' : 'image';
          const detail = `This ${kind} is used on the site. Choose another one there, then delete it.`;
          throw new ProblemError('conflict', { detail });
        }
        refusePoster(tx, row);
        const at = now().toISOString();
        // A picture of a video that is deleted by itself was an entry of its own, and is one in the trash.
        tx.update(images).set({ trashedAt: at, isVideoFrame: false }).where(eq(images.id, id)).run();
        trashFrame(tx, { publicId: getPosterId(row), isUsed, at });
        recordAudit(tx, { at, by, action: 'image.deleted', subject: formatAuditSubject(row) });
      });
    },

    /** @throws ProblemError 404 for an image that is not in the trash, 409 for one whose files are missing */
    restore(id: string, by: Actor): Promise<Image> {
      return withImageLock(findInTrash(db, id, now()).publicId, async () => {
        const { variants } = findInTrash(db, id, now());
        const isWhole = await files.exist(variants.map(({ url }) => getFileName(url)));
        if (!isWhole) {
          const detail = 'The files of this image are missing, so it cannot be restored. Upload the image again.';
          throw new ProblemError('conflict', { detail });
        }
        return db.transaction((tx) => restoreRow(tx, findInTrash(tx, id, now()), by));
      });
    },

    /**
     * Returns the smallest WebP file of an image in the trash.
     *
     * @throws ProblemError 404 for an image that is not in the trash, and for a video
     */
    async readTrashedThumbnail(id: string): Promise<Uint8Array<ArrayBuffer>> {
      const small = findInTrash(db, id, now()).variants.find(({ format }) => format === 'webp');
      const data = small && (await storage.read(getFileName(small.url)));
      if (!data) throw createNotInTrash();
      return data;
    },
  };
}

export type ImageLibrary = ReturnType<typeof createImageLibrary>;

type FileColumns = Awaited<ReturnType<ReturnType<typeof createVariantFiles>['write']>>['columns'];

function createRow(file: NewImage, columns: FileColumns, { at, by }: { at: string; by: Actor | null }): StoredImage {
  const { publicId, name, tags, alt = '', isVideoFrame = false } = file;
  return {
    id: randomUUID(),
    publicId,
    originalName: name || 'image',
    ...columns,
    previous: null,
    alt,
    // The title or the description of the video describes it.
    decorative: isVideoFrame,
    isVideoFrame,
    focusX: 50,
    focusY: 50,
    tags,
    uploadedAt: at,
    uploadedBy: by?.name ?? null,
    trashedAt: null,
  };
}

/** Finds the image that shows a file as it is, in the library or in the trash. */
function findBySource(db: Db, hash: string): StoredImage | undefined {
  const isSource = or(eq(images.source, hash), and(eq(images.source, ''), eq(images.publicId, hash)));
  // Null, and so those of the library, come first.
  return db
    .select()
    .from(images)
    .where(and(isSource, isNull(images.edit)))
    .orderBy(images.trashedAt)
    .get();
}

function listPictures(db: Db): StoredImage[] {
  const newestFirst = [desc(images.uploadedAt), desc(images.id)];
  return db
    .select()
    .from(images)
    .where(and(isInLibrary, isPicture, isNotVideoFrame([...listPosters(db).keys()])))
    .orderBy(...newestFirst)
    .all();
}
