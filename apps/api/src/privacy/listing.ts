import type { ErasureListing } from '@threadline/schema/privacy';
import { and, asc, inArray, lt, lte, type SQL, sql } from 'drizzle-orm';
import { contactRequests } from '../db/enquiry-schema.ts';
import type { Deps } from '../deps.ts';
import { endOfRetention, listedAhead, listedBefore, listedDays } from '../enquiries/kept-until.ts';

type Tx = Pick<Deps['db'], 'select' | 'update'>;

interface Times {
  now: Date;
  months: number;
  /** Rows at once. */
  limit: number;
}

const { id, isTest, listedAt, touchedAt } = contactRequests;
/** In the words of the indexes. */
const isUnlisted = sql`is_kept = 0 and listed_at is null`;
const isListed = sql`listed_at is not null`;

/**
 * Lists what is due within a week, and takes off the list what is not due any more. So a shorter retention, a clock that is
 * wrong for less than a week, and a start after a long rest erase nothing that nobody had the time to see.
 *
 * @returns how many were added
 */
export function listForErasure(tx: Tx, { now, months, limit }: Times): number {
  const at = now.toISOString();
  const end = endOfRetention(listedAhead(now), months).toISOString();
  // A listing from after now was written by a clock that was ahead: it starts again.
  tx.update(contactRequests)
    .set({ listedAt: null })
    .where(and(isListed, sql`(is_kept = 1 or ${touchedAt} >= ${end} or ${listedAt} > ${at})`))
    .run();
  const due = tx
    .select({ id })
    .from(contactRequests)
    .where(and(isUnlisted, lt(touchedAt, end)))
    .orderBy(asc(touchedAt))
    .limit(limit)
    .all();
  const ids = due.map((row) => row.id);
  tx.update(contactRequests).set({ listedAt: at }).where(inArray(id, ids)).run();
  return ids.length;
}

/** What was listed for a week and is still due. */
export function dueForErasure(tx: Tx, { now, months, limit }: Times) {
  return tx
    .select({ id, isTest })
    .from(contactRequests)
    .where(and(isListed, sql`is_kept = 0`, lte(listedAt, listedBefore(now)), isOver({ now, months })))
    .limit(limit)
    .all();
}

const isOver = ({ now, months }: Pick<Times, 'now' | 'months'>): SQL =>
  lt(touchedAt, endOfRetention(now, months).toISOString());

/** What the team is to see: how many enquiries are listed, and when the first of them goes. */
export function readListing(db: Pick<Deps['db'], 'select'>, months: number): ErasureListing {
  const moment = (column: typeof listedAt | typeof touchedAt, after: string) =>
    sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, ${after})`;
  const goes = sql`max(${moment(listedAt, `+${listedDays} days`)}, ${moment(touchedAt, `+${months} months`)})`;
  const row = db
    .select({ enquiries: sql<number>`count(*)`, firstAt: sql<string | null>`min(${goes})` })
    .from(contactRequests)
    .where(isListed)
    .get();
  return row ?? { enquiries: 0, firstAt: null };
}
