import type { Subscriber } from '@threadline/schema/wire/privacy';
import { and, desc, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../platform/db/client.ts';
import { subscriberCounts, subscribers } from '../platform/db/schema/enquiries.ts';
import { ProblemError } from '../platform/http/problem-error.ts';

const pageSize = 100;
const rowId = sql<number>`rowid`;

/** Selects confirmed addresses that have not unsubscribed. Only they receive the newsletter. */
const isMember = and(isNotNull(subscribers.confirmedAt), isNull(subscribers.unsubscribedAt));

/** Reads rows, newest first. The cursor is time and row number, so that URLs hold no address. */
function rows(
  db: Db,
  { cursor, limit, which }: { cursor: string | undefined; limit: number; which?: SQL | undefined },
) {
  const { email, createdAt, confirmedAt, unsubscribedAt, linkId } = subscribers;
  return db
    .select({ email, createdAt, confirmedAt, unsubscribedAt, linkId, rowId })
    .from(subscribers)
    .where(and(which, afterCursor(cursor)))
    .orderBy(desc(createdAt), desc(rowId))
    .limit(limit)
    .all();
}

function afterCursor(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  const [, at, row] = /^(\d{4}-[\d:.TZ-]{10,30})_(\d{1,15})$/.exec(cursor) ?? [];
  if (!at) throw new ProblemError('malformed-request', { detail: 'The cursor is invalid. Load the list again.' });
  return sql`(${subscribers.createdAt}, rowid) < (${at}, ${Number(row)})`;
}

/** Returns one page for the team. @param cursor `next` of the page before */
export function listSubscribers(
  db: Db,
  cursor: string | undefined,
): { subscribers: Subscriber[]; next: string | null } {
  const found = rows(db, { cursor, limit: pageSize + 1 });
  const last = found.length > pageSize ? found[pageSize - 1] : undefined;
  const page = found.slice(0, pageSize).map(({ linkId: _link, rowId: _row, ...subscriber }) => subscriber);
  return { subscribers: page, next: last ? `${last.createdAt}_${last.rowId}` : null };
}

/** Reads all members in batches. Other requests are served between them. */
export function* members(db: Db, portion: number) {
  let cursor: string | undefined;
  do {
    const found = rows(db, { cursor, limit: portion, which: isMember });
    yield found;
    const last = found.at(-1);
    cursor = last && found.length === portion ? `${last.createdAt}_${last.rowId}` : undefined;
  } while (cursor);
}

/** Returns the number of addresses, and of confirmed ones among them. */
export function countSubscribers(db: Db): { total: number; members: number } {
  const { total, members } = subscriberCounts;
  return db.select({ total, members }).from(subscriberCounts).get() ?? { total: 0, members: 0 };
}
