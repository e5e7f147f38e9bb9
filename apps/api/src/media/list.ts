import { type ImageFilter, type ImagePage, type imageQuerySchema, recentMs } from '@threadline/schema/content/image';
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
  /** The publicIds of used images. */
  used: readonly string[];
  /** The publicIds of poster images. */
  posters: readonly string[];
  /** The publicIds of images whose every use has its own alt text. */
  described: readonly string[];
}

/** Returns one page of the library or of the trash, newest first, with the count of each filter. */
export function listPage(
  db: Db,
  { query, now, used, posters, described }: Listing,
): { rows: StoredImage[]; page: ImagePage } {
  const { limit = 1, cursor, filter = 'all', search = '' } = query;
  const filters = filterConditions({ now, used, described });
  const matches = and(filters[filter], createSearchCondition(search) ?? isNotVideoFrame(posters));
  const at = filter === 'trash' ? images.trashedAt : images.uploadedAt;
  const rows = db
    .select()
    .from(images)
    .where(and(matches, cursor ? after(cursor, at) : undefined))
    .orderBy(desc(at), desc(images.id))
    .limit(limit + 1)
    .all();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const counts = countEach(db, filters, posters);
  return {
    rows: shown,
    page: {
      next: rows.length > limit && last ? `${last.trashedAt ?? last.uploadedAt}~${last.id}` : null,
      total: search.trim() === '' ? counts[filter] : count(db, matches),
      counts,
    },
  };
}

/** Returns the condition for images without an alt text, in the library or at every use, that are not decorative. */
export function hasNoAlt(described: readonly string[]): SQL {
  return sql`(${isPicture} and ${images.alt} = '' and not ${images.decorative} and not ${isListed(described)})`;
}

function isListed(publicIds: readonly string[]): SQL {
  return sql`${images.publicId} in (select value from json_each(${JSON.stringify(publicIds)}))`;
}

/** A video has a title where it is shown. */
export const isPicture = sql`${images.video} is null`;

/**
 * Returns the condition for images that are listed on their own. A picture that was made from a video is listed with it
 * while it is its poster image, and after that in the trash; a search finds it.
 */
export function isNotVideoFrame(posters: readonly string[]): SQL {
  return sql`not (${images.isVideoFrame} and (not ${isInLibrary} or ${isListed(posters)}))`;
}

export const isInLibrary = sql`${images.trashedAt} is null`;

function filterConditions({ now, used, described }: Omit<Listing, 'query' | 'posters'>): Record<ImageFilter, SQL> {
  const isInLibraryAnd = (condition: SQL) => sql`(${isInLibrary} and ${condition})`;
  // The column holds JSON: a quote within a tag has a backslash before it.
  const tagged = (tag: string) => isInLibraryAnd(sql`instr(${images.tags}, ${JSON.stringify(tag)}) > 0`);
  return {
    all: isInLibrary,
    recent: isInLibraryAnd(sql`${images.uploadedAt} >= ${new Date(now.getTime() - recentMs).toISOString()}`),
    hero: tagged('hero'),
    banner: tagged('banner'),
    gallery: tagged('gallery'),
    pictures: isInLibraryAnd(isPicture),
    videos: isInLibraryAnd(sql`not ${isPicture}`),
    unused: isInLibraryAnd(sql`not ${isListed(used)}`),
    'no-alt': isInLibraryAnd(hasNoAlt(described)),
    trash: isInTrash(now),
  };
}

/** Searches in name, alt text and tags. A complete publicId finds its image. */
function createSearchCondition(search: string): SQL | undefined {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return undefined;
  const pattern = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`;
  const text = sql`lower(${images.originalName} || char(10) || ${images.alt} || char(10) || ${images.tags})`;
  return sql`(${images.publicId} = ${wanted} or ${text} like ${pattern} escape '\\')`;
}

function after(cursor: string, column: Column): SQL {
  const [at, id] = cursor.split('~', 2);
  return sql`(${column}, ${images.id}) < (${at}, ${id})`;
}

function count(db: Db, where: SQL | undefined): number {
  return db.select({ rows: sql<number>`count(*)` }).from(images).where(where).get()?.rows ?? 0;
}

function countEach(db: Db, filters: Record<ImageFilter, SQL>, posters: readonly string[]): ImagePage['counts'] {
  const columns = Object.entries(filters).map(([name, condition]) => [
    name,
    sql<number>`coalesce(sum(${condition}), 0)`,
  ]);
  const counted = db.select(Object.fromEntries(columns)).from(images).where(isNotVideoFrame(posters)).get();
  return counted as ImagePage['counts'];
}
