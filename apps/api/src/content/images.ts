import { findAltTexts } from '@threadline/schema/content/alt-text';
import { getPublicId, maxAltLength } from '@threadline/schema/content/image';
import { and, eq, isNull } from 'drizzle-orm';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import { images } from '../platform/db/schema/core.ts';
import type { WriteContext } from './repository.ts';

/** Returns the publicIds of the library images that a value mentions anywhere. */
export function findMentionedImages(value: unknown): Set<string> {
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

/**
 * Stores an alternative text that was written for one use of an image in the library, if the library has none. The next
 * use then needs no text of its own.
 */
export function storeAltTexts({ tx, at, by }: WriteContext, values: readonly unknown[]): void {
  for (const [publicId, alt] of values.flatMap((value) => [...findAltTexts(value)])) {
    const hasNoAlt = and(
      eq(images.publicId, publicId),
      eq(images.alt, ''),
      eq(images.decorative, false),
      isNull(images.trashedAt),
    );
    const described = tx
      .update(images)
      .set({ alt: alt.slice(0, maxAltLength) })
      .where(hasNoAlt)
      .returning()
      .get();
    if (described)
      recordAudit(tx, { at, by, action: 'image.updated', subject: `${described.originalName} (${publicId})` });
  }
}
