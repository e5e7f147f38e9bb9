import { createHash, randomUUID } from 'node:crypto';
import { type Image, maxImageBytes, type RenderableImage } from '@threadline/schema/image';
import { desc, eq, inArray } from 'drizzle-orm';
import { type Actor, recordAudit } from '../audit/service.ts';
import { createContentQueries } from '../content/queries.ts';
import { mentionedImages } from '../content/service.ts';
import type { Db } from '../db/client.ts';
import { images } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { ProblemError } from '../http/problem-error.ts';
import { createWorkQueue } from '../work-queue.ts';
import { createEncoder } from './encoder.ts';
import type { MediaStorage } from './storage.ts';

export interface NewImage {
  name: string;
  bytes: Buffer;
  isTooLarge?: boolean;
  tags: string[];
  alt?: string;
}

type StoredImage = typeof images.$inferSelect;

/** Encoding takes a core for a second: one at a time, for uploads and seeds together. */
const oneAtATime = createWorkQueue({ concurrency: 1, maxWaiting: 60 });
const encode = createEncoder();

/** The image library: rows in the database, variants in the storage. A row exists only once all its files do. */
export function createImageLibrary({ db, now }: Pick<Deps, 'db' | 'now'>, storage: MediaStorage) {
  const queries = createContentQueries(db);

  async function create(file: NewImage, publicId: string, by: Actor | null): Promise<Image> {
    const { width, height, variants: encoded } = await encode(file.bytes);
    const variants = encoded.map(({ data, ...variant }) => ({
      ...variant,
      url: `/media/${publicId}-${variant.width}.${variant.format}`,
      bytes: data.length,
    }));
    try {
      for (const [index, { url }] of variants.entries()) {
        await storage.write(nameOf(url), encoded[index]?.data ?? Buffer.alloc(0));
      }
      const at = now().toISOString();
      const row: StoredImage = {
        id: randomUUID(),
        publicId,
        originalName: file.name || 'image',
        url: variants.findLast(({ format }) => format === 'webp')?.url ?? '',
        width,
        height,
        bytes: file.bytes.length,
        alt: file.alt ?? '',
        focusX: 50,
        focusY: 50,
        tags: file.tags,
        variants,
        uploadedAt: at,
        uploadedBy: by?.name ?? null,
      };
      db.transaction((tx) => {
        tx.insert(images).values(row).run();
        recordAudit(tx, { at, by, action: 'image.created', subject: auditSubject(row) });
      });
      return toImage(row);
    } catch (error) {
      await removeFiles(variants);
      throw error;
    }
  }

  async function removeFiles(variants: Image['variants']): Promise<void> {
    await Promise.allSettled(variants.map(({ url }) => storage.remove(nameOf(url))));
  }

  /** What visitors see counts, too: after a rollback that is older than the working copy. */
  function isUsed(publicId: string): boolean {
    return [queries.latestRevision(), queries.liveRevision()].some((revision) =>
      queries.itemsAt(revision).some(({ value }) => mentionedImages(value).has(publicId)),
    );
  }

  return {
    list: (): Image[] => db.select().from(images).orderBy(desc(images.uploadedAt), desc(images.id)).all().map(toImage),

    /**
     * Keeps a picture. The same bytes again are the image that is there already.
     *
     * @throws ProblemError 413 or 422 for a file that cannot be kept, 503 when too many are waiting
     */
    async add(file: NewImage, by: Actor | null): Promise<Image> {
      if (file.isTooLarge || file.bytes.length > maxImageBytes) {
        const detail = `This file is larger than ${maxImageBytes / 1024 / 1024} MB.`;
        throw new ProblemError('payload-too-large', { detail });
      }
      const publicId = publicIdOfBytes(file.bytes);
      return oneAtATime(async () => {
        const known = db.select().from(images).where(eq(images.publicId, publicId)).get();
        return known ? toImage(known) : create(file, publicId, by);
      });
    },

    /**
     * Removes an image and its files.
     *
     * @throws ProblemError 404, or 409 when `publicId` is not of this image or the content uses it
     */
    async remove({ id, publicId }: { id: string; publicId?: string }, by: Actor): Promise<void> {
      await oneAtATime(async () => {
        const { variants } = db.transaction((tx) => {
          const row = findImage(tx, id);
          if (publicId !== undefined && publicId !== row.publicId) {
            throw new ProblemError('conflict', {
              detail: 'The publicId is not that of this image. Nothing was deleted.',
            });
          }
          if (isUsed(row.publicId)) {
            const detail = 'This image is used on the website. Choose another one there, then delete it.';
            throw new ProblemError('conflict', { detail });
          }
          tx.delete(images).where(eq(images.id, id)).run();
          recordAudit(tx, { at: now().toISOString(), by, action: 'image.deleted', subject: auditSubject(row) });
          return row;
        });
        await removeFiles(variants);
      });
    },
  };
}

export type ImageLibrary = ReturnType<typeof createImageLibrary>;

/** What the pages of a snapshot need to show the images they mention. Ids that are not in the library are left out. */
export function renderableImages(db: Db, publicIds: string[]): Record<string, RenderableImage> {
  if (publicIds.length === 0) return {};
  const rows = db.select().from(images).where(inArray(images.publicId, publicIds)).orderBy(images.publicId).all();
  return Object.fromEntries(rows.map((row) => [row.publicId, toRenderableImage(row)]));
}

/** First 32 hex digits of the SHA-256. */
export function publicIdOfBytes(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

/** Readable for people, and ends in the publicId, by which the seed recognises what it has added before. */
export function auditSubject({ originalName, publicId }: Pick<StoredImage, 'originalName' | 'publicId'>): string {
  return `${originalName} (${publicId})`;
}

function nameOf(url: string): string {
  return url.slice('/media/'.length);
}

/** @throws ProblemError 404 */
export function findImage(tx: Pick<Db, 'select'>, id: string): StoredImage {
  const row = tx.select().from(images).where(eq(images.id, id)).get();
  if (!row) throw new ProblemError('not-found', { detail: 'There is no such image.' });
  return row;
}

function toRenderableImage({ publicId, width, height, alt, focusX, focusY, variants }: StoredImage): RenderableImage {
  return { publicId, width, height, alt, focus: { x: focusX, y: focusY }, variants };
}

/** A row of the database as the API hands it out. */
export function toImage(row: StoredImage): Image {
  const { id, url, originalName, tags, uploadedAt, bytes } = row;
  return { _id: id, url, originalName, tags, uploadedAt, bytes, ...toRenderableImage(row) };
}
