import type { ScheduledErasure } from '@threadline/schema/privacy';
import { and, asc, inArray, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import {
  computeErasureDate,
  endedNotice,
  limitMonthsWithoutConsent,
  retentionCutoff,
  scheduleAheadUntil,
} from '../enquiries/retention.ts';
import { enquiries } from '../platform/db/schema/enquiries.ts';

type Tx = Pick<Deps['db'], 'select' | 'update'>;

interface Times {
  now: Date;
  months: number;
  /** Rows at once. */
  limit: number;
}

const { id, isTest, erasureScheduledAt, lastActivityAt, withdrawnAt } = enquiries;
/** The conditions of the partial indexes. */
const isUnscheduled = sql`retain_for_client = 0 and erasure_scheduled_at is null`;
const isScheduled = sql`erasure_scheduled_at is not null`;
const hasWithdrawn = sql`withdrawn_at is not null`;

/**
 * Schedules enquiries that are due within the notice period, and removes those that are no longer due. A shorter retention
 * period, or a clock that jumps ahead, therefore erases nothing without notice.
 *
 * @returns how many were added
 */
export function scheduleErasures(tx: Tx, { now, months, limit }: Times): number {
  const at = now.toISOString();
  const end = computeCutoffs(scheduleAheadUntil(now), months);
  // A schedule date in the future was set by a clock that was ahead: the notice starts again.
  tx.update(enquiries)
    .set({ erasureScheduledAt: null })
    .where(
      and(
        isScheduled,
        sql`(retain_for_client = 1 or ${lastActivityAt} >= ${end.ofRow} or ${erasureScheduledAt} > ${at})`,
      ),
    )
    .run();
  const findDue = (which: SQL | undefined) =>
    tx.select({ id }).from(enquiries).where(which).orderBy(asc(lastActivityAt)).limit(limit).all();
  // Two queries: enquiries without consent have their own index and cut-off.
  const due = [
    ...findDue(and(isUnscheduled, lt(lastActivityAt, end.ofMost))),
    ...findDue(and(isUnscheduled, hasWithdrawn, lt(lastActivityAt, end.ofWithdrawn))),
  ];
  const ids = [...new Set(due.map((row) => row.id))].slice(0, limit);
  tx.update(enquiries).set({ erasureScheduledAt: at }).where(inArray(id, ids)).run();
  return ids.length;
}

/** Finds enquiries whose notice period is over and that are still due. */
export function findDueForErasure(tx: Tx, { now, months, limit }: Times) {
  return tx
    .select({ id, isTest })
    .from(enquiries)
    .where(
      and(isScheduled, sql`retain_for_client = 0`, lte(erasureScheduledAt, endedNotice(now)), isOver({ now, months })),
    )
    .limit(limit)
    .all();
}

const isOver = ({ now, months }: Pick<Times, 'now' | 'months'>): SQL =>
  sql`${lastActivityAt} < ${computeCutoffs(now, months).ofRow}`;

/** Returns the cut-off dates at a moment: enquiries last active before them have passed their retention period. */
function computeCutoffs(at: Date, months: number) {
  const ofMost = retentionCutoff(at, months).toISOString();
  const ofWithdrawn = retentionCutoff(at, limitMonthsWithoutConsent(months)).toISOString();
  return { ofMost, ofWithdrawn, ofRow: sql`case when ${withdrawnAt} is null then ${ofMost} else ${ofWithdrawn} end` };
}

/** Returns how many enquiries are listed for erasure, and when the first of them is erased. */
export function countScheduled(db: Pick<Deps['db'], 'select'>, months: number): ScheduledErasure {
  // Enquiries that were listed together are erased in the order of their last activity.
  const groups = db
    .select({
      enquiries: sql<number>`count(*)`,
      lastActivityAt: sql<string>`min(${lastActivityAt})`,
      erasureScheduledAt: sql<string>`${erasureScheduledAt}`,
      isWithdrawn: sql<number>`${hasWithdrawn}`,
    })
    .from(enquiries)
    .where(isScheduled)
    .groupBy(erasureScheduledAt, hasWithdrawn)
    .all();
  const dates = groups.map(({ isWithdrawn, ...group }) =>
    computeErasureDate(group, isWithdrawn ? limitMonthsWithoutConsent(months) : months),
  );
  const [first] = dates.toSorted();
  return { enquiries: groups.reduce((sum, { enquiries }) => sum + enquiries, 0), firstAt: first ?? null };
}
