import { findAltTexts, findMissingAlt, missingAltMessage } from '@threadline/schema/alt-text';
import { getPublicId, maxAltLength } from '@threadline/schema/image';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Tx } from '../platform/db/client.ts';
import { images } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import type { StoredItem, WriteContext } from './repository.ts';

/** Returns the publicIds of the library images that a value mentions anywhere. */
export function mentionedImages(value: unknown): Set<string> {
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part === 'string') {
      const publicId = getPublicId(part);
      if (publicId) found.add(publicId);
    } else if (typeof part === 'object' && part !== null) Object.values(part).forEach(visit);
  };
  visit(value);
  return found;
}

/** @throws ProblemError 422 for a value that shows an image that is not in the library */
export function checkImagesExist(tx: Tx, values: readonly unknown[]): void {
  const wanted = new Set(values.flatMap((value) => [...mentionedImages(value)]));
  if (wanted.size === 0) return;
  const known = tx
    .select({ publicId: images.publicId })
    .from(images)
    .where(and(inArray(images.publicId, [...wanted]), isNull(images.trashedAt)))
    .all();
  if (known.length < wanted.size) {
    throw new ProblemError('validation-failed', {
      detail: 'This image is no longer in Image Management. Choose another one.',
    });
  }
}

interface Written {
  item: StoredItem;
  /** Path of its value in the request body. */
  path: PropertyKey[];
}

/**
 * Refuses images that would keep the page from being published.
 *
 * @throws ProblemError 422 for a written image that has no alternative text and is not decorative
 */
export function checkAltTexts(tx: Tx, written: readonly Written[]): void {
  const publicIds = written.flatMap(({ item }) => [...mentionedImages(item.value)]);
  if (publicIds.length === 0) return;
  const rows = tx.select().from(images).where(inArray(images.publicId, publicIds)).all();
  const library = Object.fromEntries(rows.map((row) => [row.publicId, row]));
  const errors = written.flatMap(({ item, path }) =>
    findMissingAlt([item], library).map(({ pointer }) => ({
      pointer: `/${path.join('/')}${pointer}`,
      detail: missingAltMessage,
    })),
  );
  if (errors.length > 0) throw new ProblemError('validation-failed', { detail: errors[0]?.detail, errors });
}

/**
 * Stores an alternative text that was written for one use of an image in the library, if the library has none. The next
 * use then needs no text of its own.
 */
export function storeAltTexts({ tx, at, by }: WriteContext, values: readonly unknown[]): void {
  for (const [publicId, alt] of values.flatMap((value) => [...findAltTexts(value)])) {
    const lacksAlt = and(
      eq(images.publicId, publicId),
      eq(images.alt, ''),
      eq(images.decorative, false),
      isNull(images.trashedAt),
    );
    const described = tx
      .update(images)
      .set({ alt: alt.slice(0, maxAltLength) })
      .where(lacksAlt)
      .returning()
      .get();
    if (described)
      recordAudit(tx, { at, by, action: 'image.updated', subject: `${described.originalName} (${publicId})` });
  }
}
