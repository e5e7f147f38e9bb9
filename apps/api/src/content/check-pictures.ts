import { findMissingAlt, missingAltMessage } from '@threadline/schema/alt-text';
import { inArray } from 'drizzle-orm';
import type { Db } from '../platform/db/client.ts';
import { type contentItems, images } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';

type StoredItem = typeof contentItems.$inferSelect;

interface Written {
  item: StoredItem;
  /** Where its value stands in the body of the call. */
  path: PropertyKey[];
  /** The library images that it mentions. */
  publicIds: ReadonlySet<string>;
}

/**
 * A picture that nobody has described holds up whatever is published with it; so it is refused before that.
 *
 * @throws ProblemError 422 for a picture of a written item without words, which is not marked as decorative
 */
export function checkPictures(tx: Pick<Db, 'select'>, written: readonly Written[]): void {
  const publicIds = written.flatMap((each) => [...each.publicIds]);
  if (publicIds.length === 0) return;
  const rows = tx.select().from(images).where(inArray(images.publicId, publicIds)).all();
  const described = Object.fromEntries(rows.map((row) => [row.publicId, row]));
  const errors = written.flatMap(({ item, path }) =>
    findMissingAlt([item], described).map(({ pointer }) => ({
      pointer: `/${path.join('/')}${pointer}`,
      detail: missingAltMessage,
    })),
  );
  if (errors.length > 0) throw new ProblemError('validation-failed', { detail: errors[0]?.detail, errors });
}
