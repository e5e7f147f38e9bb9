import { and, eq, gte, lt, type SQL } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import type { Tx } from '../platform/db/client.ts';
import { images, retiredFiles } from '../platform/db/schema/core.ts';
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

/**
 * Marks files for removal in 30 days. A change of an image removes none at once: a backup in an object store only names the
 * files, and the publisher may be copying them.
 */
export function retireFiles(tx: Tx, names: readonly string[], retiredAt: string): void {
  for (const name of names)
    tx.insert(retiredFiles)
      .values({ name, retiredAt })
      .onConflictDoUpdate({ target: retiredFiles.name, set: { retiredAt } })
      .run();
}

/** Removes the files that were retired 30 days ago, unless an image has them again. */
export async function removeRetiredFiles({ db, now }: Pick<Deps, 'db' | 'now'>, storage: MediaStorage): Promise<void> {
  const isDue = lt(retiredFiles.retiredAt, getCutoff(now()));
  const due = db.select().from(retiredFiles).where(isDue).all();
  if (due.length === 0) return;
  const used = new Set(
    db
      .select()
      .from(images)
      .all()
      .flatMap(listImageFiles)
      .map(({ name }) => name),
  );
  for (const { name } of due) {
    if (!used.has(name)) await storage.remove(name);
    db.delete(retiredFiles).where(eq(retiredFiles.name, name)).run();
  }
}
