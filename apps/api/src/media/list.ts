import { type ImageFilter, type ImagePage, type imageQuerySchema, recentMs } from '@threadline/schema/image';
import { and, type Column, desc, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../platform/db/client.ts';
import { images } from '../platform/db/schema/core.ts';
import { isInTrash } from './trash.ts';

type Query = z.output<typeof imageQuerySchema>;
type StoredImage = typeof images.$inferSelect;

interface Listing {
  query: Query;
  now: Date;
  /** publicIds that some page shows. */
  used: readonly string[];
  /** publicIds that have words wherever they are shown. */
  described: readonly string[];
}

/** One page of the library, newest first, or of the trash, the last deleted first; and how many images each filter finds. */
export function listPage(db: Db, { query, now, used, described }: Listing): { rows: StoredImage[]; page: ImagePage } {
  const { limit = 1, cursor, filter = 'all', search = '' } = query;
  const filters = filterConditions({ now, used, described });
  const fits = and(filters[filter], searchCondition(search));
  const at = filter === 'trash' ? images.trashedAt : images.uploadedAt;
  const rows = db
    .select()
    .from(images)
    .where(and(fits, cursor ? after(cursor, at) : undefined))
    .orderBy(desc(at), desc(images.id))
    .limit(limit + 1)
    .all();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const counts = countEach(db, filters);
  return {
    rows: shown,
    page: {
      next: rows.length > limit && last ? `${last.trashedAt ?? last.uploadedAt}~${last.id}` : null,
      total: search.trim() === '' ? counts[filter] : count(db, fits),
      counts,
    },
  };
}

/** Neither described, in the library or wherever they are shown, nor marked as decorative. */
export function hasNoAlt(described: readonly string[]): SQL {
  return sql`(${images.alt} = '' and not ${images.decorative} and not ${isAmong(described)})`;
}

function isAmong(publicIds: readonly string[]): SQL {
  return sql`${images.publicId} in (select value from json_each(${JSON.stringify(publicIds)}))`;
}

export const inLibrary = sql`${images.trashedAt} is null`;

function filterConditions({ now, used, described }: Omit<Listing, 'query'>): Record<ImageFilter, SQL> {
  const kept = (condition: SQL) => sql`(${inLibrary} and ${condition})`;
  // The column holds JSON: a quote within a tag has a backslash before it.
  const tagged = (tag: string) => kept(sql`instr(${images.tags}, ${JSON.stringify(tag)}) > 0`);
  return {
    all: inLibrary,
    recent: kept(sql`${images.uploadedAt} >= ${new Date(now.getTime() - recentMs).toISOString()}`),
    hero: tagged('hero'),
    banner: tagged('banner'),
    gallery: tagged('gallery'),
    unused: kept(sql`not ${isAmong(used)}`),
    'no-alt': kept(hasNoAlt(described)),
    trash: isInTrash(now),
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

function after(cursor: string, column: Column): SQL {
  const [at, id] = cursor.split('~', 2);
  return sql`(${column}, ${images.id}) < (${at}, ${id})`;
}

function count(db: Db, where: SQL | undefined): number {
  return db.select({ rows: sql<number>`count(*)` }).from(images).where(where).get()?.rows ?? 0;
}

function countEach(db: Db, filters: Record<ImageFilter, SQL>): ImagePage['counts'] {
  const columns = Object.entries(filters).map(([name, condition]) => [
    name,
    sql<number>`coalesce(sum(${condition}), 0)`,
  ]);
  const counted = db.select(Object.fromEntries(columns)).from(images).get();
  return counted as ImagePage['counts'];
}
