import { type ImageFilter, type ImagePage, type imageQuerySchema, recentMs } from '@threadline/schema/image';
import { and, desc, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../db/client.ts';
import { images } from '../db/schema.ts';

type Query = z.output<typeof imageQuerySchema>;
type StoredImage = typeof images.$inferSelect;

interface Listing {
  query: Query;
  now: Date;
  /** publicIds that some page shows. */
  used: readonly string[];
}

/** One page of the library, newest first, and how many images each filter finds. */
export function listPage(db: Db, { query, now, used }: Listing): { rows: StoredImage[]; page: ImagePage } {
  const { limit = 1, cursor, filter = 'all', search = '' } = query;
  const filters = filterConditions(now, used);
  const fits = and(inLibrary, filters[filter], searchCondition(search));
  const rows = db
    .select()
    .from(images)
    .where(and(fits, cursor ? after(cursor) : undefined))
    .orderBy(desc(images.uploadedAt), desc(images.id))
    .limit(limit + 1)
    .all();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const counts = countEach(db, filters);
  return {
    rows: shown,
    page: {
      next: rows.length > limit && last ? `${last.uploadedAt}~${last.id}` : null,
      total: search.trim() === '' ? counts[filter] : count(db, fits),
      counts,
    },
  };
}

/** Neither described nor marked as decorative. */
export const lacksAlt = sql`(${images.alt} = '' and not ${images.decorative})`;

export const inLibrary = sql`${images.deletedAt} is null`;

function filterConditions(now: Date, used: readonly string[]): Record<ImageFilter, SQL> {
  const tagged = (tag: string) => sql`exists (select 1 from json_each(${images.tags}) where value = ${tag})`;
  return {
    all: sql`true`,
    recent: sql`${images.uploadedAt} >= ${new Date(now.getTime() - recentMs).toISOString()}`,
    hero: tagged('hero'),
    banner: tagged('banner'),
    gallery: tagged('gallery'),
    unused: sql`${images.publicId} not in (select value from json_each(${JSON.stringify(used)}))`,
    'no-alt': lacksAlt,
  };
}

/** Looks in the name, the description and the tags; a whole publicId finds its image. */
function searchCondition(search: string): SQL | undefined {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return undefined;
  const pattern = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`;
  const words = sql`lower(${images.originalName} || char(10) || ${images.alt} || char(10) || ${images.tags})`;
  return sql`(${images.publicId} = ${wanted} or ${words} like ${pattern} escape '\\')`;
}

function after(cursor: string): SQL {
  const [at, id] = cursor.split('~', 2);
  return sql`(${images.uploadedAt}, ${images.id}) < (${at}, ${id})`;
}

function count(db: Db, where: SQL | undefined): number {
  return db.select({ rows: sql<number>`count(*)` }).from(images).where(where).get()?.rows ?? 0;
}

function countEach(db: Db, filters: Record<ImageFilter, SQL>): ImagePage['counts'] {
  const columns = Object.entries(filters).map(([name, condition]) => [
    name,
    sql<number>`coalesce(sum(${condition}), 0)`,
  ]);
  const counted = db.select(Object.fromEntries(columns)).from(images).where(inLibrary).get();
  return counted as ImagePage['counts'];
}
