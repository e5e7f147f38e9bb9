import { mail } from '@threadline/schema/content/sections/mail';
import { indianOffsetMs } from '@threadline/schema/primitives/indian-time';
import type { ContentQueries } from '../content/queries.ts';
import type { enquiries } from '../platform/db/schema/enquiries.ts';
import { dayMs } from '../platform/durations.ts';

type Enquiry = typeof enquiries.$inferSelect;

/** How long the team sees which enquiries will be erased. */
export const noticeMs = 7 * dayMs;
/** Longest retention after consent was withdrawn: the year of the DPDP Rules, rule 8(3). */
const maxMonthsWithoutConsent = 12;

/** Returns the retention period that editors have set and that the notice on the site shows. */
export function readRetentionMonths(queries: ContentQueries): number {
  return mail.singles.retention.safeParse(queries.effectiveValue('mail', 'retention')).data?.months ?? 12;
}

export const limitMonthsWithoutConsent = (months: number): number => Math.min(months, maxMonthsWithoutConsent);

/**
 * Returns the moment at which the retention of an enquiry ends: the midnight in India after its last day. A month without
 * that day ends the retention on its own last day, so a later `lastActivityAt` never has an earlier end.
 *
 * @param lastActivityAt ISO 8601
 */
export function getEndOfRetention(lastActivityAt: string, months: number): Date {
  const inIndia = new Date(Date.parse(lastActivityAt) + indianOffsetMs);
  const year = inIndia.getUTCFullYear();
  const month = inIndia.getUTCMonth() + months;
  const daysInMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const lastDay = Math.min(inIndia.getUTCDate(), daysInMonth);
  return new Date(Date.UTC(year, month, lastDay + 1) - indianOffsetMs);
}

/**
 * Returns the cut-off date for queries: `getEndOfRetention` is over at `now` for exactly the enquiries that were last active
 * before it.
 */
export function getRetentionCutoff(now: Date, months: number): Date {
  const inIndia = new Date(now.getTime() + indianOffsetMs);
  // The first day of that month is never later than the cut-off, which is found within a month.
  let cutoff = new Date(Date.UTC(inIndia.getUTCFullYear(), inIndia.getUTCMonth() - months, 1) - indianOffsetMs);
  while (getEndOfRetention(cutoff.toISOString(), months) <= now) cutoff = new Date(cutoff.getTime() + dayMs);
  return cutoff;
}

/** Returns until when an enquiry is retained if nothing else happens to it: not before it was listed for the notice period. */
export function computeRetainedUntil(
  enquiry: Pick<Enquiry, 'lastActivityAt' | 'erasureScheduledAt' | 'withdrawnAt'>,
  { months, now }: { months: number; now: Date },
): string {
  const { lastActivityAt, erasureScheduledAt, withdrawnAt } = enquiry;
  const end = getEndOfRetention(lastActivityAt, withdrawnAt === null ? months : limitMonthsWithoutConsent(months));
  const scheduledAt = erasureScheduledAt === null ? now.getTime() : Date.parse(erasureScheduledAt);
  return new Date(Math.max(end.getTime(), scheduledAt + noticeMs)).toISOString();
}
