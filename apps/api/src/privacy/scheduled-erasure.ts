import type { ErasureListing } from '@threadline/schema/privacy';
import { and, asc, inArray, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import {
  erasureDate,
  listedAhead,
  listedBefore,
  monthsWithoutConsent,
  retentionCutoff,
} from '../enquiries/retention.ts';
import { steadyFrom } from '../platform/clock-guard.ts';
import { contactRequests } from '../platform/db/schema/enquiries.ts';

type Tx = Pick<Deps['db'], 'select' | 'update'>;

interface Times {
  now: Date;
  months: number;
  /** Rows at once. */
  limit: number;
}

const { id, isTest, listedAt, touchedAt, withdrawnAt } = contactRequests;
/** In the words of the indexes. */
const isUnlisted = sql`is_kept = 0 and listed_at is null`;
const isListed = sql`listed_at is not null`;
const hasWithdrawn = sql`withdrawn_at is not null`;

/**
 * Lists what is due within a week, and takes off the list what is not due any more. So a shorter retention erases nothing
 * that nobody had the time to see; for a clock that is wrong, and a start after a long rest, see `noteLook`.
 *
 * @returns how many were added
 */
export function listForErasure(tx: Tx, { now, months, limit }: Times): number {
  const at = now.toISOString();
  const end = endsOf(listedAhead(now), months);
  // A listing from after now was written by a clock that was ahead: it starts again.
  tx.update(contactRequests)
    .set({ listedAt: null })
    .where(and(isListed, sql`(is_kept = 1 or ${touchedAt} >= ${end.ofRow} or ${listedAt} > ${at})`))
    .run();
  const dueOf = (which: SQL | undefined) =>
    tx.select({ id }).from(contactRequests).where(which).orderBy(asc(touchedAt)).limit(limit).all();
  // Two looks: the few without consent have an index and an end of their own.
  const due = [
    ...dueOf(and(isUnlisted, lt(touchedAt, end.ofMost))),
    ...dueOf(and(isUnlisted, hasWithdrawn, lt(touchedAt, end.ofWithdrawn))),
  ];
  const ids = [...new Set(due.map((row) => row.id))].slice(0, limit);
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
  sql`${touchedAt} < ${endsOf(now, months).ofRow}`;

/** Returns the cut-off dates at a moment: enquiries last active before them have passed their retention period. */
function endsOf(at: Date, months: number) {
  const ofMost = retentionCutoff(at, months).toISOString();
  const ofWithdrawn = retentionCutoff(at, monthsWithoutConsent(months)).toISOString();
  return { ofMost, ofWithdrawn, ofRow: sql`case when ${withdrawnAt} is null then ${ofMost} else ${ofWithdrawn} end` };
}

/** Returns how many enquiries are listed for erasure, and when the first of them is erased. */
export function readListing(db: Pick<Deps['db'], 'select'>, months: number): ErasureListing {
  // Enquiries that were listed together are erased in the order of their last activity.
  const groups = db
    .select({
      enquiries: sql<number>`count(*)`,
      touchedAt: sql<string>`min(${touchedAt})`,
      listedAt: sql<string>`${listedAt}`,
      isWithdrawn: sql<number>`${hasWithdrawn}`,
    })
    .from(contactRequests)
    .where(isListed)
    .groupBy(listedAt, hasWithdrawn)
    .all();
  const dates = groups.map(({ isWithdrawn, ...group }) =>
    erasureDate(group, isWithdrawn ? monthsWithoutConsent(months) : months),
  );
  const [first] = dates.toSorted();
  const steady = steadyFrom(db);
  return {
    enquiries: groups.reduce((sum, { enquiries }) => sum + enquiries, 0),
    firstAt: first && steady > first ? steady : (first ?? null),
  };
}
