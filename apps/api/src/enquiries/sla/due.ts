import type { EnquiryCounts } from '@threadline/schema/enquiry';
import { maxCounted } from '@threadline/schema/enquiry-status';
import { sql } from 'drizzle-orm';
import type { ContentQueries } from '../../content/queries.ts';
import type { Db } from '../../platform/db/client.ts';
import { lateReplies } from './late-replies.ts';
import { readSla } from './promise.ts';
import { dueAfter } from './working-hours.ts';

/** What waits for an answer. In the words of the index `enquiries_due`, which is taken for nothing else. */
export const isUnanswered = sql`status in ('new', 'read') and answered_at is null and is_test = 0`;

/**
 * What is due until then is due soon. Never more than half of the promised time, so that nothing arrives as due soon.
 *
 * @param at ISO 8601
 * @returns ISO 8601 in UTC
 */
export function dueSoonUntil(queries: ContentQueries, at: string): string {
  const { promise, office } = readSla(queries);
  const hours = Math.min(promise.reminderHours, promise.hours / 2);
  return dueAfter(at, { ...promise, hours }, office);
}

type Waiting = Pick<EnquiryCounts, 'unanswered' | 'overdue' | 'dueSoon' | 'dueSoonUntil'>;

/**
 * The first entries of the index say how many wait, and which of them are late or nearly so. What was answered in words that
 * never left, though the promise is over, waits as well.
 */
export function countWaiting(db: Pick<Db, 'all'>, queries: ContentQueries, at: string): Waiting {
  const first = db.all<{ dueAt: string }>(
    sql`select due_at as dueAt from enquiries indexed by enquiries_due where ${isUnanswered} order by due_at limit ${maxCounted}`,
  );
  const soon = dueSoonUntil(queries, at);
  const stuck = lateReplies(db, { at, limit: maxCounted }).length;
  const asFarAsCounted = (rows: number) => Math.min(rows + stuck, maxCounted);
  return {
    unanswered: asFarAsCounted(first.length),
    overdue: asFarAsCounted(first.filter(({ dueAt }) => dueAt < at).length),
    dueSoon: first.filter(({ dueAt }) => dueAt >= at && dueAt <= soon).length,
    dueSoonUntil: soon,
  };
}
