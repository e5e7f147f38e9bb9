import { and, eq, gte, lt, type SQL } from 'drizzle-orm';
import { images } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { MediaStorage } from './storage.ts';

/** A deleted image can be brought back for this long. */
export const keptInBinMs = 30 * 24 * 3_600_000;

/** What was deleted before that moment is gone, or may be gone at any moment. */
function keptSince(now: Date): string {
  return new Date(now.getTime() - keptInBinMs).toISOString();
}

/** In the bin, and not for so long that its files may be gone. */
export function inBin(now: Date): SQL {
  return gte(images.deletedAt, keptSince(now));
}

/** Removes what has been in the bin for 30 days, files first: a row without files would be shown as a broken picture. */
export async function emptyBin({ db, now }: Pick<Deps, 'db' | 'now'>, storage: MediaStorage): Promise<number> {
  const before = keptSince(now());
  const old = db.select().from(images).where(lt(images.deletedAt, before)).all();
  for (const { id, variants } of old) {
    for (const { url } of variants) await storage.remove(url.slice('/media/'.length));
    db.delete(images)
      .where(and(eq(images.id, id), lt(images.deletedAt, before)))
      .run();
  }
  return old.length;
}
