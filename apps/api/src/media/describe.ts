import { findMissingAlt } from '@threadline/schema/content/alt-text';
import type { Image, updateImageSchema } from '@threadline/schema/content/image';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { findMentionedImages } from '../content/images.ts';
import type { ContentService } from '../content/service.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import { images } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import type { ImageLibrary } from './library.ts';
import { findImage, formatAuditSubject, type StoredImage, toImage } from './stored-images.ts';
import { getPosterId, trashFrame } from './video-frames.ts';

interface DescribeParts {
  content: Pick<ContentService, 'queries' | 'withRevision'>;
  library: Pick<ImageLibrary, 'isUsed'>;
}

/**
 * Changes alt text, focal point and tags of an image, and the poster image of a video. Alt text and focal point are part of every page that shows the image:
 * if it is in use, the change opens a revision and is published.
 *
 * @throws ProblemError 404; 422 if a page would show the image without an alt text
 */
export function updateImage(
  { content, library: { isUsed } }: DescribeParts,
  { id, by, ...change }: { id: string; by: Actor } & z.infer<typeof updateImageSchema>,
): Image {
  let image: Image | undefined;
  content.withRevision(by, ({ tx, at }) => {
    const row = findImage(tx, id);
    const values = {
      tags: change.tags ? [...new Set(change.tags)] : row.tags,
      alt: change.alt ?? row.alt,
      decorative: change.decorative ?? row.decorative,
      focusX: change.focus?.x ?? row.focusX,
      focusY: change.focus?.y ?? row.focusY,
      video: row.video && { ...row.video, poster: change.poster ?? row.video.poster },
    };
    if (change.poster !== undefined && !row.video)
      throw new ProblemError('validation-failed', { detail: 'Only videos have a poster image.' });
    refuseMissingAlt(content, { row, values });
    tx.update(images).set(values).where(eq(images.id, id)).run();
    trashFrame(tx, { publicId: getPosterId(row), isUsed, at });
    recordAudit(tx, { at, by, action: 'image.updated', subject: formatAuditSubject(row) });
    image = toImage({ ...row, ...values });
    const isSame = (['alt', 'decorative', 'focusX', 'focusY'] as const).every((name) => values[name] === row[name]);
    return !isSame && isShown(content, row.publicId);
  });
  // The transaction has run, or it has thrown.
  return image as Image;
}

function refuseMissingAlt(
  { queries }: Pick<ContentService, 'queries'>,
  { row, values }: { row: StoredImage; values: Pick<StoredImage, 'alt' | 'decorative'> },
): void {
  const find = (image: typeof values) => findMissingAlt(queries.workingCopy(), { [row.publicId]: image });
  // An image that had none before may still be tagged.
  if (find(values).length === 0 || find(row).length > 0) return;
  const detail = 'Pages show this image. Write an alt text, or mark the image as decorative.';
  throw new ProblemError('validation-failed', { detail, errors: [{ pointer: '/alt', detail }] });
}

/** Returns whether a page of the working copy shows the image. */
export function isShown({ queries }: Pick<ContentService, 'queries'>, publicId: string): boolean {
  return queries.workingCopy().some(({ value }) => findMentionedImages(value).has(publicId));
}
