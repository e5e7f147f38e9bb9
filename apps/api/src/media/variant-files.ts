import { readFile, stat } from 'node:fs/promises';
import { getImageUrl, type Image } from '@threadline/schema/content/image';
import type { ImageEdit } from '@threadline/schema/content/image-edit';
import type { MediaStorage } from '../platform/storage/media-storage.ts';
import { createEncoderPool } from './encoder.ts';
import { getFileName, getOriginalName, getVariantUrl } from './image-files.ts';
import type { RewrittenVideo, VideoTask } from './rewrite-video.ts';
import type { StoredImage } from './stored-images.ts';

type Variants = Image['variants'];

const lastTasks = new Map<string, Promise<unknown>>();

/**
 * Runs the tasks of one image one after another, because adding, changing, restoring and removing it take several steps on
 * its files and its row. Tasks of different images run in parallel.
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
const rewrite = createEncoderPool<VideoTask, RewrittenVideo>({
  kind: 'video',
  size: 1,
  maxPending: 10,
  // The largest video that the settings allow has 500 MB: ten times the default, which takes 2 s.
  maxCpuMs: 120_000,
  timeoutMs: 240_000,
});

interface FilesOfImage {
  publicId: string;
  /** The original on this disk, and the hash of its bytes. */
  path: string;
  source: string;
  edit: ImageEdit | null;
  /** Only for a video: how long it may be. */
  maxSeconds?: number;
}

interface Written {
  /** The columns that describe the files of an image. Of a video, the original is not kept. */
  columns: Pick<
    StoredImage,
    'url' | 'width' | 'height' | 'variants' | 'video' | 'source' | 'sourceWidth' | 'sourceHeight' | 'edit' | 'bytes'
  >;
  /** The names of the files that the image did not have before. */
  added: string[];
}

/** Creates access to the files of images in the storage. */
export function createVariantFiles(storage: MediaStorage) {
  async function remove(names: readonly string[]): Promise<void> {
    await Promise.allSettled(names.map((name) => storage.remove(name)));
  }

  async function writeVideo({
    path,
    publicId,
    maxSeconds,
  }: Omit<VideoTask, 'target'> & { publicId: string }): Promise<Written> {
    const target = `${path}.rewritten`;
    const { format, width, height, durationMs, hasSound } = await rewrite({ path, target, maxSeconds });
    const url = `/media/${publicId}-${width}.${format}`;
    const name = getFileName(url);
    await storage.writeFile(name, target);
    const { size: bytes } = await stat(target);
    const columns = {
      url,
      width,
      height,
      variants: [{ format, width, height, url, bytes }],
      video: { durationMs, hasSound, poster: '' },
      bytes,
      source: '',
      sourceWidth: 0,
      sourceHeight: 0,
      edit: null,
    };
    return { columns, added: [name] };
  }

  return {
    remove,

    /** Returns whether every file is there. */
    async exist(names: readonly string[]): Promise<boolean> {
      for (const name of names) if (!(await storage.has(name))) return false;
      return true;
    },

    readOriginal: (publicId: string, source: string) => storage.read(getOriginalName(publicId, source)),

    /**
     * Encodes an image and stores its files with the original. Returns the columns that describe them, and the names of the
     * files that the image did not have before. After a failure these are removed.
     *
     * @param known the files that its row lists
     */
    async write(file: FilesOfImage, known: readonly string[] = []): Promise<Written> {
      const { publicId, path, source, edit, maxSeconds } = file;
      if (maxSeconds !== undefined) return writeVideo({ path, publicId, maxSeconds });
      const encoded = await encode({ path, edit });
      const original = encoded.sanitized ?? (await readFile(path));
      const variants: Variants = [];
      const added: string[] = [];
      const put = async (name: string, data: Uint8Array) => {
        if (!known.includes(name)) added.push(name);
        await storage.write(name, data);
      };
      try {
        await put(getOriginalName(publicId, source), original);
        for (const { data, ...variant } of encoded.variants) {
          const url = getVariantUrl({ publicId, source, edit, variant });
          variants.push({ ...variant, url, bytes: data.length });
          await put(getFileName(url), data);
        }
      } catch (error) {
        await remove(added);
        throw error;
      }
      const { width, height, source: size } = encoded;
      const columns = {
        url: getImageUrl({ variants }),
        width,
        height,
        variants,
        video: null,
        source,
        sourceWidth: size.width,
        sourceHeight: size.height,
        edit,
        bytes: original.length,
      };
      return { columns, added };
    },
  };
}
