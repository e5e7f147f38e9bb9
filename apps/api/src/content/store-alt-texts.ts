import { findAltTexts } from '@threadline/schema/alt-text';
import { maxAltLength } from '@threadline/schema/image';
import { and, eq, isNull } from 'drizzle-orm';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import { images } from '../platform/db/schema/core.ts';
import type { Writing } from './repository.ts';

/**
 * Stores an alternative text that was written for one use of an image in the image library, if the library has none: the
 * next use then needs no text of its own.
 */
export function storeAltTexts({ tx, at, by }: Writing, values: readonly unknown[]): void {
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
