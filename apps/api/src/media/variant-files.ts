import { stat } from 'node:fs/promises';
import type { Image } from '@threadline/schema/content/image';
import type { MediaStorage } from '../platform/storage/media-storage.ts';
import { createEncoderPool } from './encoder.ts';
import type { ImageFile } from './receive-file.ts';
import type { RewrittenVideo, VideoTask } from './rewrite-video.ts';

type Variants = Image['variants'];

const lastTasks = new Map<string, Promise<unknown>>();

/**
 * Runs the tasks of one image one after another, because adding, restoring and removing it take several steps on its files
 * and its row. Tasks of different images run in parallel.
 */
export async function withImageLock<Result>(publicId: string, task: () => Promise<Result>): Promise<Result> {
  const before = lastTasks.get(publicId) ?? Promise.resolve();
  const running = before.then(task);
  const finished = running.catch(() => {});
  lastTasks.set(publicId, finished);
  try {
    return await running;
  } finally {
    if (lastTasks.get(publicId) === finished) lastTasks.delete(publicId);
  }
}

/** Uploads and seeds share the child processes: each image takes a core for a second or more. */
const encode = createEncoderPool();
const rewrite = createEncoderPool<VideoTask, RewrittenVideo>({ kind: 'video', size: 1, maxPending: 10 });

/** Returns the name in the storage of the file at `/media/<name>`. */
export function getFileName(url: string): string {
  return url.slice('/media/'.length);
}

/** The columns that describe the files of an image. */
type StoredFiles = Pick<Image, 'url' | 'width' | 'height' | 'variants'> & {
  video: NonNullable<Image['video']> | null;
};

/** Creates access to the files of images in the storage. */
export function createVariantFiles(storage: MediaStorage) {
  async function remove(variants: Variants): Promise<void> {
    await Promise.allSettled(variants.map(({ url }) => storage.remove(getFileName(url))));
  }

  async function writeVideo({ path, publicId, maxSeconds }: Required<Omit<ImageFile, 'bytes'>>): Promise<StoredFiles> {
    const target = `${path}.rewritten`;
    const { format, width, height, durationMs, hasSound } = await rewrite({ path, target, maxSeconds });
    const url = `/media/${publicId}-${width}.${format}`;
    await storage.writeFile(getFileName(url), target);
    const { size: bytes } = await stat(target);
    const video = { durationMs, hasSound, poster: '' };
    return { url, width, height, variants: [{ format, width, height, url, bytes }], video };
  }

  return {
    remove,

    /** Returns whether every file is there. */
    async exist(variants: Variants): Promise<boolean> {
      for (const { url } of variants) if (!(await storage.has(getFileName(url)))) return false;
      return true;
    },

    /**
     * Encodes an image and stores its files. Returns the columns that describe them.
     *
     * @param isNew whether no row names these files yet: after a failure they are removed
     */
    async write({ path, publicId, maxSeconds }: ImageFile, isNew: boolean): Promise<StoredFiles> {
      if (maxSeconds !== undefined) return writeVideo({ path, publicId, maxSeconds });
      const { width, height, variants: encoded } = await encode(path);
      const variants: Variants = [];
      try {
        for (const { data, ...variant } of encoded) {
          const url = `/media/${publicId}-${variant.width}.${variant.format}`;
          variants.push({ ...variant, url, bytes: data.length });
          await storage.write(getFileName(url), data);
        }
      } catch (error) {
        if (isNew) await remove(variants);
        throw error;
      }
      return {
        url: variants.findLast(({ format }) => format === 'webp')?.url ?? '',
        width,
        height,
        variants,
        video: null,
      };
    },
  };
}
