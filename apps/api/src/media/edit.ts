import { randomBytes, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Image } from '@threadline/schema/content/image';
import { findEditError, type ImageEdit, isSameEdit, moveFocus, noEdit } from '@threadline/schema/content/image-edit';
import { and, eq, ne } from 'drizzle-orm';
import type { ContentService } from '../content/service.ts';
import type { Deps } from '../context.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import { images } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import type { MediaStorage } from '../platform/storage/media-storage.ts';
import { createTempFolder, uploadingPrefix } from '../platform/storage/temp-folders.ts';
import { isShown } from './describe.ts';
import { isDrawing, listImageFiles } from './image-files.ts';
import type { ImageFile } from './receive-file.ts';
import { findImage, formatAuditSubject, type StoredImage, toImage } from './stored-images.ts';
import { retireFiles } from './trash.ts';
import { createVariantFiles, withImageLock } from './variant-files.ts';

interface EditorParts extends Pick<Deps, 'config' | 'db' | 'now'> {
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
export function createImageEditor({ config, db, now, content, storage }: EditorParts) {
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
        const subject = formatAuditSubject(changed);
        const isRenamed = action === 'image.replaced' && row.originalName !== changed.originalName;
        recordAudit(tx, { at, by, action, subject: isRenamed ? `${row.originalName} → ${subject}` : subject });
        return isShown(content, row.publicId);
      });
    } catch (error) {
      onFailure();
      throw error;
    }
    // The transaction has run, or it has thrown.
    return changed as StoredImage;
  }

  /** Returns the original, and the focal point after an edit. @throws ProblemError 409, 422 */
  async function prepareEdit(row: StoredImage, edit: ImageEdit) {
    if (row.video) throw new ProblemError('conflict', { detail: 'A video cannot be cropped or rotated.' });
    if (isDrawing(row)) throw new ProblemError('conflict', { detail: 'An SVG cannot be cropped or rotated.' });
    const data = await readOriginal(row.publicId, row.source);
    return { data, focus: moveFocalPoint(row, edit) };
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
        const { source, originalName, bytes, previous } = row;
        const { data, focus } = await prepareEdit(row, edit);
        if (isSameEdit(row.edit ?? noEdit, edit)) return undefined;
        const path = await writeOriginal(folder, data);
        return { path, source, originalName, bytes, previous, edit, ...focus };
      });
    },

    /**
     * Adds a copy of an image with another crop, for a place where the image itself must stay as it is elsewhere. Alt text and
     * tags are the same.
     *
     * @throws ProblemError 404; 409 if the original is not stored; 422 for a crop outside the picture
     */
    async copy(id: string, edit: ImageEdit, by: Actor): Promise<Image> {
      const row = findImage(db, id);
      const { data, focus } = await prepareEdit(row, edit);
      const publicId = randomBytes(16).toString('hex');
      const scratch = createTempFolder(join(config.dataDir, uploadingPrefix));
      try {
        const path = await writeOriginal(scratch.folder, data);
        const stored = await files.write({ publicId, path, source: row.source, edit });
        const copied = {
          ...createCopyRow(row, { publicId, by, at: now().toISOString() }),
          ...stored.columns,
          ...focus,
        };
        try {
          insertCopy(db, copied, by);
        } catch (error) {
          await files.remove(stored.added);
          throw error;
        }
        return toImage(copied);
      } finally {
        scratch.remove();
      }
    },

    /**
     * Replaces the file of an image. Alt text and tags stay, and the former file with its focal point can be restored.
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
        return {
          path: file.path,
          source: file.publicId,
          originalName: findFreeName(db, row, file.name || 'image'),
          bytes: file.bytes,
          edit: null,
          previous: toPreviousFile(row),
          focusX: 50, // another picture has its subject in another place
          focusY: 50,
        };
      });
    },

    /** Exchanges the file of an image and the one it replaced. @throws ProblemError 404; 409 if there is no former file */
    restorePrevious(id: string, by: Actor): Promise<Image> {
      return change({ id, by, action: 'image.replaced' }, async (row, folder) => {
        const { publicId, previous } = row;
        if (!previous) throw new ProblemError('conflict', { detail: 'This image has no previous file.' });
        const path = await writeOriginal(folder, await readOriginal(publicId, previous.source));
        return { ...previous, path, previous: toPreviousFile(row) };
      });
    },
  };
}

/** Returns the focal point after an edit. @throws ProblemError 422 for a crop outside the picture */
function moveFocalPoint(row: StoredImage, edit: ImageEdit): Pick<StoredImage, 'focusX' | 'focusY'> {
  const original = { width: row.sourceWidth, height: row.sourceHeight };
  const detail = findEditError(original, edit);
  if (detail) throw new ProblemError('validation-failed', { detail, errors: [{ pointer: '/crop', detail }] });
  const { x, y } = moveFocus({ x: row.focusX, y: row.focusY }, original, { from: row.edit ?? noEdit, to: edit });
  return { focusX: x, focusY: y };
}

function createCopyRow(
  row: StoredImage,
  { publicId, by, at }: { publicId: string; by: Actor; at: string },
): StoredImage {
  return {
    ...row,
    id: randomUUID(),
    publicId,
    originalName: toCopyName(row.originalName),
    previous: null,
    isVideoFrame: false,
    uploadedAt: at,
    uploadedBy: by.name,
  };
}

function insertCopy(db: EditorParts['db'], row: StoredImage, by: Actor): void {
  db.transaction((tx) => {
    tx.insert(images).values(row).run();
    recordAudit(tx, { at: row.uploadedAt, by, action: 'image.created', subject: formatAuditSubject(row) });
  });
}

/** Returns `team (crop).jpg` for `team.jpg`. */
const toCopyName = (name: string): string => addToName(name, 'crop');

function addToName(name: string, addition: string | number): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)} (${addition})${name.slice(dot)}` : `${name} (${addition})`;
}

/** Returns the name, or `team (2).jpg` if another image is called `team.jpg`: the list shows both. */
function findFreeName(db: EditorParts['db'], { id }: StoredImage, name: string): string {
  const isTaken = (candidate: string) =>
    db
      .select({ id: images.id })
      .from(images)
      .where(and(eq(images.originalName, candidate), ne(images.id, id)))
      .get() !== undefined;
  let free = name;
  for (let number = 2; isTaken(free); number += 1) free = addToName(name, number);
  return free;
}

async function writeOriginal(folder: string, data: Uint8Array): Promise<string> {
  const path = join(folder, 'original');
  await writeFile(path, data, { mode: 0o600 });
  return path;
}

function toPreviousFile({ source, originalName, bytes, edit, focusX, focusY }: StoredImage): StoredImage['previous'] {
  return source === '' ? null : { source, originalName, bytes, edit, focusX, focusY };
}
