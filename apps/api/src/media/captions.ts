import type { Image } from '@threadline/schema/content/image';
import { eq } from 'drizzle-orm';
import type { ContentService } from '../content/service.ts';
import type { Deps } from '../context.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import { images } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import type { MediaStorage } from '../platform/storage/media-storage.ts';
import { isShown } from './describe.ts';
import { getFileName } from './image-files.ts';
import { computePublicId } from './receive-file.ts';
import { findImage, formatAuditSubject, toImage } from './stored-images.ts';
import { retireFiles } from './trash.ts';
import { withImageLock } from './variant-files.ts';

interface CaptionParts extends Pick<Deps, 'db'> {
  content: Pick<ContentService, 'queries' | 'withRevision'>;
  storage: MediaStorage;
}

/**
 * Replaces the captions of a video. If it is in use, the change opens a revision and is published.
 *
 * @param text of a WebVTT file; empty to remove the captions
 * @throws ProblemError 404; 422 for a picture
 */
export async function updateCaptions(
  { db, content, storage }: CaptionParts,
  { id, text, by }: { id: string; text: string; by: Actor },
): Promise<Image> {
  const { publicId, video } = findImage(db, id);
  if (!video) throw new ProblemError('validation-failed', { detail: 'Only videos have captions.' });
  return withImageLock(publicId, async () => {
    const bytes = Buffer.from(text);
    // The name depends on the video too: two videos never share a file.
    const url = `/media/${computePublicId(Buffer.from(`${publicId}\n${text}`))}-0.vtt`;
    const added = text === '' ? [] : [{ format: 'vtt' as const, width: 0, height: 0, url, bytes: bytes.length }];
    if (added.length > 0) await storage.write(getFileName(url), bytes);
    let image: Image | undefined;
    content.withRevision(by, ({ tx, at }) => {
      const row = findImage(tx, id);
      const isCaption = ({ format }: Image['variants'][number]) => format === 'vtt';
      const former = row.variants.filter(isCaption).map((each) => each.url);
      const variants = [...row.variants.filter((each) => !isCaption(each)), ...added];
      tx.update(images).set({ variants }).where(eq(images.id, id)).run();
      recordAudit(tx, { at, by, action: 'image.updated', subject: formatAuditSubject(row) });
      image = toImage({ ...row, variants });
      if (String(former) === String(added.map((each) => each.url))) return false;
      retireFiles(tx, former.map(getFileName), at);
      return isShown(content, publicId);
    });
    // The transaction has run, or it has thrown.
    return image as Image;
  });
}
