import { and, eq, lt } from 'drizzle-orm';
import { images } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { MediaStorage } from './storage.ts';

/** A deleted image can be brought back for this long. */
export const keptInBinMs = 30 * 24 * 3_600_000;

/** Removes what has been in the bin for 30 days, files first: a row without files would be shown as a broken picture. */
export async function emptyBin({ db, now }: Pick<Deps, 'db' | 'now'>, storage: MediaStorage): Promise<number> {
  const before = new Date(now().getTime() - keptInBinMs).toISOString();
  const old = db.select().from(images).where(lt(images.deletedAt, before)).all();
  for (const { id, variants } of old) {
    for (const { url } of variants) await storage.remove(url.slice('/media/'.length));
    db.delete(images)
      .where(and(eq(images.id, id), lt(images.deletedAt, before)))
      .run();
  }
  return old.length;
}
