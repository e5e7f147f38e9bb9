import { indianOffsetMs } from '@threadline/schema/indian-time';
import { mail } from '@threadline/schema/sections/mail';
import type { ContentQueries } from '../content/queries.ts';
import type { enquiries } from '../platform/db/schema/enquiries.ts';
import { dayMs } from '../platform/durations.ts';

type Row = typeof enquiries.$inferSelect;

/** For so long the team sees what is going to be erased. */
export const listedDays = 7;
const listedMs = listedDays * dayMs;

/** The months of the retention, as the editors have set them and as the notice on the site says them. */
export function retentionMonths(queries: ContentQueries): number {
  return mail.singles.retention.safeParse(queries.effectiveValue('mail', 'retention')).data?.months ?? 12;
}

/**
 * Returns the moment at which the retention of an enquiry ends: the midnight in India after its last day. A month without
 * that day ends the retention on its own last day, so a later `lastActivityAt` never has an earlier end.
 *
 * @param lastActivityAt ISO 8601, the last activity
 */
export function endOfRetention(lastActivityAt: string, months: number): Date {
  const inIndia = new Date(Date.parse(lastActivityAt) + indianOffsetMs);
  const year = inIndia.getUTCFullYear();
  const month = inIndia.getUTCMonth() + months;
  const daysInMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const lastDay = Math.min(inIndia.getUTCDate(), daysInMonth);
  return new Date(Date.UTC(year, month, lastDay + 1) - indianOffsetMs);
}

/**
 * Returns the cut-off date for queries: `endOfRetention` is over at `now` for exactly the enquiries that were last active
 * before it.
 */
export function retentionCutoff(now: Date, months: number): Date {
  const inIndia = new Date(now.getTime() + indianOffsetMs);
  // The first day of that month is never later than the cut-off, which is found within a month.
  let cutoff = new Date(Date.UTC(inIndia.getUTCFullYear(), inIndia.getUTCMonth() - months, 1) - indianOffsetMs);
  while (endOfRetention(cutoff.toISOString(), months) <= now) cutoff = new Date(cutoff.getTime() + dayMs);
  return cutoff;
}

/** The longest that an enquiry is kept whose sender has withdrawn the consent: the year of the DPDP Rules, rule 8(3). */
const mostMonthsWithoutConsent = 12;

export const monthsWithoutConsent = (months: number): number => Math.min(months, mostMonthsWithoutConsent);

interface Retention {
  months: number;
  now: Date;
  /** ISO 8601; before that moment nothing is erased by time, see `steadyFrom`. */
  steadyFrom: string;
}

/**
 * Returns when a listed enquiry is erased: at the end of its retention, and not before it was listed for a week.
 *
 * @param erasureScheduledAt ISO 8601
 */
export function erasureDate(
  { lastActivityAt, erasureScheduledAt }: { lastActivityAt: string; erasureScheduledAt: string },
  months: number,
): string {
  const end = endOfRetention(lastActivityAt, months).getTime();
  return new Date(Math.max(end, Date.parse(erasureScheduledAt) + listedMs)).toISOString();
}

/** Returns until when an enquiry is kept: its erasure date, or the moment from which the clock is trusted if that is later. */
export function retainedUntil(
  {
    lastActivityAt,
    erasureScheduledAt,
    withdrawnAt,
  }: Pick<Row, 'lastActivityAt' | 'erasureScheduledAt' | 'withdrawnAt'>,
  { months, now, steadyFrom }: Retention,
): string {
  const ownMonths = withdrawnAt === null ? months : monthsWithoutConsent(months);
  const goesAt = erasureDate(
    { lastActivityAt, erasureScheduledAt: erasureScheduledAt ?? now.toISOString() },
    ownMonths,
  );
  return steadyFrom > goesAt ? steadyFrom : goesAt;
}

/** The latest listing that is old enough. */
export function listedBefore(now: Date): string {
  return new Date(now.getTime() - listedMs).toISOString();
}

/** What is due by then is listed now. */
export function listedAhead(now: Date): Date {
  return new Date(now.getTime() + listedMs);
}
