import type { Image } from '@threadline/schema/image';
import type { MediaStorage } from '../platform/storage/media-storage.ts';
import { createEncoderPool } from './encoder.ts';
import type { ImageFile } from './receive-file.ts';

type Variants = Image['variants'];

/** Uploads and seeds share the processes: each takes a core for a second or more. */
const encode = createEncoderPool();

/** Returns the name in the storage of the file at `/media/<name>`. */
export function fileNameOf(url: string): string {
  return url.slice('/media/'.length);
}

/** The files of images in the storage. */
export function createVariantFiles(storage: MediaStorage) {
  async function remove(variants: Variants): Promise<void> {
    await Promise.allSettled(variants.map(({ url }) => storage.remove(fileNameOf(url))));
  }

  return {
    remove,

    /** Returns whether every file is there. */
    async exist(variants: Variants): Promise<boolean> {
      for (const { url } of variants) if (!(await storage.has(fileNameOf(url)))) return false;
      return true;
    },

    /**
     * Encodes a picture and stores its files. Returns what the row says about them.
     *
     * @param isNew whether no row names these files yet: then none stays behind after a failure
     */
    async write({ path, publicId }: ImageFile, isNew: boolean) {
      const { width, height, variants: encoded } = await encode(path);
      const variants: Variants = [];
      try {
        for (const { data, ...variant } of encoded) {
          const url = `/media/${publicId}-${variant.width}.${variant.format}`;
          variants.push({ ...variant, url, bytes: data.length });
          await storage.write(fileNameOf(url), data);
        }
      } catch (error) {
        if (isNew) await remove(variants);
        throw error;
      }
      return { url: variants.findLast(({ format }) => format === 'webp')?.url ?? '', width, height, variants };
    },
  };
}
