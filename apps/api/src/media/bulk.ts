import {
  type BulkImageChange,
  type BulkImageResult,
  type ImageUses,
  imageTagsSchema,
} from '@threadline/schema/content/image';
import { eq } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import { images } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import type { ImageLibrary } from './library.ts';
import { findImage, formatAuditSubject } from './stored-images.ts';

interface BulkParts extends Pick<Deps, 'db' | 'now'> {
  library: ImageLibrary;
}

/** Makes one change to several images, each with its own audit entry. A refused image does not affect the others. */
export async function changeImages(parts: BulkParts, change: BulkImageChange, by: Actor): Promise<BulkImageResult> {
  const result: BulkImageResult = { changed: [], refused: [] };
  const ids = [...new Set(change.ids)];
  const refuse = (id: string, error: unknown) => {
    if (!(error instanceof ProblemError)) throw error;
    result.refused.push({ _id: id, detail: error.message, ...describeRefused(parts, id) });
  };

  if (change.action === 'restore') {
    // Restoring waits for the storage, so it cannot be part of a transaction.
    for (const id of ids) {
      try {
        await parts.library.restore(id, by);
        result.changed.push(id);
      } catch (error) {
        refuse(id, error);
      }
    }
    return result;
  }
  // One commit. The transactions of the single images are savepoints in it.
  parts.db.transaction(() => {
    for (const id of ids) {
      try {
        if (changeImage(parts, { ...change, id }, by)) result.changed.push(id);
      } catch (error) {
        refuse(id, error);
      }
    }
  });
  return result;
}

type SingleChange = { id: string } & Exclude<BulkImageChange, { action: 'restore' }>;

/**
 * Returns whether the image was changed.
 *
 * @throws ProblemError 404, 409 for an image in use, 422 for too many tags
 */
function changeImage({ db, now, library }: BulkParts, change: SingleChange, by: Actor): boolean {
  const { id } = change;
  if (change.action === 'delete') {
    library.remove({ id }, by);
    return true;
  }
  const row = findImage(db, id);
  if (row.tags.includes(change.tag) === (change.action === 'add-tag')) return false;
  const tags = change.action === 'add-tag' ? [...row.tags, change.tag] : row.tags.filter((tag) => tag !== change.tag);
  const { error } = imageTagsSchema.safeParse(tags);
  if (error) throw new ProblemError('validation-failed', { detail: error.issues[0]?.message });
  db.update(images).set({ tags }).where(eq(images.id, id)).run();
  recordAudit(db, { at: now().toISOString(), by, action: 'image.updated', subject: formatAuditSubject(row) });
  return true;
}

function describeRefused({ db, library }: BulkParts, id: string): { originalName: string } & ImageUses {
  try {
    return { originalName: findImage(db, id).originalName, ...library.listUses(id) };
  } catch {
    return { originalName: 'An image', uses: [], videos: [] };
  }
}
