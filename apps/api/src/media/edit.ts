import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Image } from '@threadline/schema/content/image';
import { findEditError, type ImageEdit, isSameEdit, moveFocus, noEdit } from '@threadline/schema/content/image-edit';
import { eq } from 'drizzle-orm';
import type { ContentService } from '../content/service.ts';
import type { Deps } from '../context.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import { images } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import type { MediaStorage } from '../platform/storage/media-storage.ts';
import { createTempFolder, uploadingPrefix } from '../platform/storage/temp-folders.ts';
import { isShown } from './describe.ts';
import { isDrawing, listImageFiles } from './image-files.ts';
import { findImage, formatAuditSubject, type StoredImage, toImage } from './library.ts';
import type { ImageFile } from './receive-file.ts';
import { retireFiles } from './trash.ts';
import { createVariantFiles, withImageLock } from './variant-files.ts';

interface EditorParts extends Pick<Deps, 'config' | 'db'> {
  content: Pick<ContentService, 'queries' | 'withRevision'>;
  storage: MediaStorage;
}

/** The columns that a change sets, and the file from which the variants are made. */
interface Change
  extends Pick<StoredImage, 'source' | 'originalName' | 'bytes' | 'edit' | 'previous' | 'focusX' | 'focusY'> {
  path: string;
}

interface Task {
  id: string;
  by: Actor;
  action: 'image.edited' | 'image.replaced';
}

/** Creates the operations that change the picture of an image. All its uses show the new one with the next release. */
export function createImageEditor({ config, db, content, storage }: EditorParts) {
  const files = createVariantFiles(storage);

  /** @throws ProblemError 409 if the original is not stored */
  async function readOriginal(publicId: string, source: string): Promise<Uint8Array<ArrayBuffer>> {
    const data = source === '' ? undefined : await files.readOriginal(publicId, source);
    if (data) return data;
    const detail = 'The original file of this image is missing. Replace the file, then crop it.';
    throw new ProblemError('conflict', { detail });
  }

  /**
   * Encodes an image anew and stores the change in one transaction.
   *
   * @param prepare returns undefined if nothing changes
   */
  async function change(
    { id, by, action }: Task,
    prepare: (row: StoredImage, folder: string) => Promise<Change | undefined>,
  ): Promise<Image> {
    const { publicId } = findImage(db, id);
    return withImageLock(publicId, async () => {
      const row = findImage(db, id);
      const before = listImageFiles(row).map(({ name }) => name);
      const scratch = createTempFolder(join(config.dataDir, uploadingPrefix));
      try {
        const next = await prepare(row, scratch.folder);
        if (!next) return toImage(row);
        const { path, ...columns } = next;
        const stored = await files.write({ publicId, path, source: next.source, edit: next.edit }, before);
        return toImage(commit({ id, by, action }, { ...columns, ...stored.columns }, () => files.remove(stored.added)));
      } finally {
        scratch.remove();
      }
    });
  }

  function commit({ id, by, action }: Task, values: Partial<StoredImage>, onFailure: () => unknown): StoredImage {
    let changed: StoredImage | undefined;
    try {
      content.withRevision(by, ({ tx, at }) => {
        // Alt text and tags may have changed while the image was encoded.
        const row = findImage(tx, id);
        tx.update(images).set(values).where(eq(images.id, id)).run();
        changed = { ...row, ...values };
        const present = new Set(listImageFiles(changed).map(({ name }) => name));
        const former = listImageFiles(row).map(({ name }) => name);
        retireFiles(
          tx,
          former.filter((name) => !present.has(name)),
          at,
        );
        recordAudit(tx, { at, by, action, subject: formatAuditSubject(changed) });
        return isShown(content, row.publicId);
      });
    } catch (error) {
      onFailure();
      throw error;
    }
    // The transaction has run, or it has thrown.
    return changed as StoredImage;
  }

  return {
    /** Returns the uploaded file. @throws ProblemError 404, or 409 if it is not stored */
    readOriginal(id: string): Promise<Uint8Array<ArrayBuffer>> {
      const { publicId, source } = findImage(db, id);
      return readOriginal(publicId, source);
    },

    /**
     * Turns and crops an image, always from its original.
     *
     * @throws ProblemError 404; 409 if the original is not stored; 422 for a crop outside the picture
     */
    edit(id: string, edit: ImageEdit, by: Actor): Promise<Image> {
      return change({ id, by, action: 'image.edited' }, async (row, folder) => {
        const { publicId, source, originalName, bytes, previous } = row;
        const from = row.edit ?? noEdit;
        if (row.video) throw new ProblemError('conflict', { detail: 'A video cannot be cropped or turned.' });
        if (isDrawing(row)) throw new ProblemError('conflict', { detail: 'An SVG cannot be cropped or turned.' });
        const original = { width: row.sourceWidth, height: row.sourceHeight };
        const data = await readOriginal(publicId, source);
        const detail = findEditError(original, edit);
        if (detail) throw new ProblemError('validation-failed', { detail, errors: [{ pointer: '/crop', detail }] });
        if (isSameEdit(from, edit)) return undefined;
        const focus = moveFocus({ x: row.focusX, y: row.focusY }, original, { from, to: edit });
        const path = await writeOriginal(folder, data);
        return { path, source, originalName, bytes, previous, edit, focusX: focus.x, focusY: focus.y };
      });
    },

    /**
     * Replaces the file of an image. Alt text, tags and focal point stay, and the former file can be restored.
     *
     * @throws ProblemError 404; 409 for a video; 422 for a file that is not accepted
     */
    replace(id: string, file: ImageFile & { name: string }, by: Actor): Promise<Image> {
      return change({ id, by, action: 'image.replaced' }, async (row) => {
        if (row.video) {
          const detail = 'A video cannot be replaced. Upload the new one as another video.';
          throw new ProblemError('conflict', { detail });
        }
        const isStored = file.publicId === row.source && (await files.readOriginal(row.publicId, row.source));
        if (isStored) return undefined;
        const { focusX, focusY } = row;
        return {
          path: file.path,
          source: file.publicId,
          originalName: file.name || 'image',
          bytes: file.bytes,
          edit: null,
          previous: toPreviousFile(row),
          focusX,
          focusY,
        };
      });
    },

    /** Exchanges the file of an image and the one it replaced. @throws ProblemError 404; 409 if there is no former file */
    restorePrevious(id: string, by: Actor): Promise<Image> {
      return change({ id, by, action: 'image.replaced' }, async (row, folder) => {
        const { publicId, previous } = row;
        if (!previous) throw new ProblemError('conflict', { detail: 'This image has no former file.' });
        const path = await writeOriginal(folder, await readOriginal(publicId, previous.source));
        return { ...previous, path, previous: toPreviousFile(row) };
      });
    },
  };
}

async function writeOriginal(folder: string, data: Uint8Array): Promise<string> {
  const path = join(folder, 'original');
  await writeFile(path, data, { mode: 0o600 });
  return path;
}

function toPreviousFile({ source, originalName, bytes, edit, focusX, focusY }: StoredImage): StoredImage['previous'] {
  return source === '' ? null : { source, originalName, bytes, edit, focusX, focusY };
}
