import { findDefinition } from '@threadline/schema/content/content-model';
import { findPublishingDay } from '@threadline/schema/content/publishing-day';
import { toIndianDay } from '@threadline/schema/primitives/indian-time';
import { and, asc, eq, gt, lte } from 'drizzle-orm';
import type { Tx } from '../platform/db/client.ts';
import { contentHistory, contentItems } from '../platform/db/schema/core.ts';
import { getItemId, type RevisionSpan } from './item-history.ts';
import type { ContentQueries } from './queries.ts';

interface Entry {
  section: string;
  key: string;
  value: unknown;
}

/** Returns the value with the day on which the entry was published, if an edit has left it out. */
export function keepPublishingDay({ section, key, value }: Entry, queries: ContentQueries): unknown {
  const name = findOpenDay({ section, key, value });
  const before = name && queries.liveValue(section, key);
  return name && before ? { ...(value as object), [name]: readField(before, name) ?? '' } : value;
}

/**
 * Sets the day of the entries that a span of revisions publishes for the first time. Each of their versions gets it: none
 * of them was public, and an editor who has one open can still save.
 *
 * @returns whether there was such an entry
 */
export function setPublishingDays(tx: Tx, { after, until, at }: RevisionSpan & { at: string }): boolean {
  const isInSpan = and(gt(contentHistory.revision, after), lte(contentHistory.revision, until));
  const rows = tx.select().from(contentHistory).where(isInSpan).orderBy(asc(contentHistory.id)).all();
  const newest = new Map(rows.map((row) => [getItemId(row), row]));
  const entries = [...newest.values()].filter(
    (row) => row.operation !== 'delete' && !row.metadata.hidden && findOpenDay(row),
  );
  const day = toIndianDay(new Date(at));
  for (const { section, key } of entries) {
    for (const table of [contentItems, contentHistory]) {
      const isEntry = and(eq(table.section, section), eq(table.key, key));
      for (const { version, value } of tx.select().from(table).where(isEntry).all()) {
        const name = findOpenDay({ section, key, value });
        if (!name) continue;
        tx.update(table)
          .set({ value: { ...(value as object), [name]: day } })
          .where(and(isEntry, eq(table.version, version)))
          .run();
      }
    }
  }
  return entries.length > 0;
}

/** Returns the name of a day of publication that is not set yet. */
function findOpenDay({ section, key, value }: Entry): string | undefined {
  const definition = findDefinition(section, key);
  const name = definition?.list && findPublishingDay(definition.schema);
  return name && readField(value, name) === '' ? name : undefined;
}

function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
