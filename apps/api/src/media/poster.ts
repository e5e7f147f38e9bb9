import type { Image } from '@threadline/schema/content/image';
import { eq } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import { images } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import type { ImageLibrary } from './library.ts';
import type { ImageFile } from './receive-file.ts';
import { findImage, formatAuditSubject, type StoredImage, toImage } from './stored-images.ts';
import { getPosterId, trashFrame } from './video-frames.ts';

interface PosterParts extends Pick<Deps, 'db' | 'now'> {
  library: ImageLibrary;
}

interface NewPoster {
  /** The id of the video. */
  id: string;
  file: ImageFile & { name: string };
  by: Actor;
}

/**
 * Stores a picture of a video as its poster image. The first one belongs to the upload, which the audit log has already.
 *
 * @throws ProblemError 404; 422 for a picture, and for a file that is not accepted
 */
export async function addPoster({ db, now, library }: PosterParts, { id, file, by }: NewPoster): Promise<Image> {
  requireVideo(findImage(db, id));
  const { image } = await library.add({ ...file, tags: [], isVideoFrame: true }, by);
  const at = now().toISOString();
  const { isUsed } = library;
  try {
    return db.transaction((tx) => {
      const row = findImage(tx, id);
      const before = requireVideo(row);
      if (before.poster === image.url) return toImage(row);
      const video = { ...before, poster: image.url };
      tx.update(images).set({ video }).where(eq(images.id, id)).run();
      trashFrame(tx, { publicId: getPosterId(row), isUsed, at });
      if (before.poster !== '') recordAudit(tx, { at, by, action: 'image.updated', subject: formatAuditSubject(row) });
      return toImage({ ...row, video });
    });
  } catch (error) {
    // The video was deleted meanwhile.
    trashFrame(db, { publicId: image.publicId, isUsed, at });
    throw error;
  }
}

function requireVideo({ video }: StoredImage): NonNullable<StoredImage['video']> {
  if (!video) throw new ProblemError('validation-failed', { detail: 'Only videos have a poster image.' });
  return video;
}
