import { getPublicId } from '@threadline/schema/content/image';
import { and, eq, isNotNull, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../platform/db/client.ts';
import { images } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { isInLibrary } from './list.ts';

type StoredImage = typeof images.$inferSelect;

/** Returns the publicId of the poster image of a video; empty if it has none, or one that is not in the library. */
export function getPosterId({ video }: Pick<StoredImage, 'video'>): string {
  return getPublicId(video?.poster ?? '') ?? '';
}

/** Returns the condition for the picture that was made from a video and is its poster image. */
export function createFrameCondition(row: StoredImage): SQL | undefined {
  return and(images.isVideoFrame, eq(images.publicId, getPosterId(row)));
}

interface UnusedFrame {
  publicId: string;
  /** Returns whether the content uses an image. */
  isUsed: (publicId: string) => boolean;
  at: string;
}

/** Moves a picture that was made from a video to the trash, unless the content or a video of the library still uses it. */
export function trashFrame(tx: Pick<Tx, 'select' | 'update'>, { publicId, isUsed, at }: UnusedFrame): void {
  if (isUsed(publicId) || listPosters(tx).has(publicId)) return;
  tx.update(images)
    .set({ trashedAt: at })
    .where(and(images.isVideoFrame, eq(images.publicId, publicId), isInLibrary))
    .run();
}

/** Returns the names of the videos that have an image of the library as their poster image, by its publicId. */
export function listPosters(db: Pick<Db, 'select'>): Map<string, string[]> {
  const posters = new Map<string, string[]>();
  const { originalName: name, video } = images;
  const isVideo = and(isInLibrary, isNotNull(video));
  for (const row of db.select({ name, video }).from(images).where(isVideo).all())
    posters.set(getPosterId(row), [...(posters.get(getPosterId(row)) ?? []), row.name]);
  return posters;
}

/** @throws ProblemError 409 for the poster image of a video */
export function refusePoster(tx: Tx, { publicId }: StoredImage): void {
  const [video] = listPosters(tx).get(publicId) ?? [];
  if (!video) return;
  const detail = `This image is the poster of ${video}. Choose another poster image there, then delete it.`;
  throw new ProblemError('conflict', { detail });
}
