import { and, eq, gte, lt, type SQL } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { images } from '../platform/db/schema/core.ts';
import type { MediaStorage } from '../platform/storage/media-storage.ts';
import { withImageLock } from './image-lock.ts';
import { fileNameOf } from './variant-files.ts';

/** A deleted image can be brought back for this long. */
export const trashRetentionMs = 30 * 24 * 3_600_000;

/** What was deleted before that moment is gone, or may be gone at any moment. */
function keptSince(now: Date): string {
  return new Date(now.getTime() - trashRetentionMs).toISOString();
}

/** In the trash, and not for so long that its files may be gone. */
export function isInTrash(now: Date): SQL {
  return gte(images.trashedAt, keptSince(now));
}

/**
 * Deletes images permanently after 30 days in the trash: the files first, then the row. Until its row is gone an image whose
 * files could not all be removed is tried again, and its remaining files are not served.
 *
 * @returns how many images were due
 */
export async function emptyTrash({ db, now }: Pick<Deps, 'db' | 'now'>, storage: MediaStorage): Promise<number> {
  const isDue = lt(images.trashedAt, keptSince(now()));
  const due = db.select({ id: images.id, publicId: images.publicId }).from(images).where(isDue).all();
  for (const { id, publicId } of due) {
    await withImageLock(publicId, async () => {
      const isThis = and(eq(images.id, id), isDue);
      // Not one that was uploaded again meanwhile.
      const { variants = [] } = db.select({ variants: images.variants }).from(images).where(isThis).get() ?? {};
      for (const { url } of variants) await storage.remove(fileNameOf(url));
      db.delete(images).where(isThis).run();
    });
  }
  return due.length;
}
