import { and, eq, gte, lt, type SQL } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { images } from '../platform/db/schema/core.ts';
import type { MediaStorage } from '../platform/storage/media-storage.ts';
import { listImageFiles } from './image-files.ts';
import { withImageLock } from './variant-files.ts';

/** Images in the trash can be restored for this long. */
export const trashRetentionMs = 30 * 24 * 3_600_000;

/** Returns the cut-off date: images that were moved to the trash before it are deleted permanently. */
function getCutoff(now: Date): string {
  return new Date(now.getTime() - trashRetentionMs).toISOString();
}

/** Returns the condition for images in the trash whose files still exist. */
export function isInTrash(now: Date): SQL {
  return gte(images.trashedAt, getCutoff(now));
}

/**
 * Deletes images permanently after 30 days in the trash: the files first, then the row. If a file cannot be removed, the row
 * stays and the next run tries again.
 *
 * @returns how many images were due
 */
export async function emptyTrash({ db, now }: Pick<Deps, 'db' | 'now'>, storage: MediaStorage): Promise<number> {
  const isDue = lt(images.trashedAt, getCutoff(now()));
  const due = db.select({ id: images.id, publicId: images.publicId }).from(images).where(isDue).all();
  for (const { id, publicId } of due) {
    await withImageLock(publicId, async () => {
      const isThis = and(eq(images.id, id), isDue);
      // It may have been uploaded again meanwhile.
      const row = db.select().from(images).where(isThis).get();
      for (const { name } of row ? listImageFiles(row) : []) await storage.remove(name);
      db.delete(images).where(isThis).run();
    });
  }
  return due.length;
}
