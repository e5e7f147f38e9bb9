import type { Db } from '../platform/db/client.ts';
import { images } from '../platform/db/schema/core.ts';

/** What the files of all images are called in a backup, those in the trash included: they can still be brought back. */
export function namedMedia(db: Pick<Db, 'select'>): Set<string> {
  const rows = db.select({ variants: images.variants }).from(images).all();
  return new Set(rows.flatMap(({ variants }) => variants.map(({ url }) => url.slice(1))));
}
