import { mail } from '@threadline/schema/sections/mail';
import type { ContentQueries } from '../content/queries.ts';
import type { contactRequests } from '../db/enquiry-schema.ts';

type Row = typeof contactRequests.$inferSelect;

/** For so long the team sees what is going to be erased. */
export const listedDays = 7;
const listedMs = listedDays * 86_400_000;

/** The months of the retention, as the editors have set them and as the notice on the site says them. */
export function retentionMonths(queries: ContentQueries): number {
  return mail.singles.retention.safeParse(queries.effectiveValue('mail', 'retention')).data?.months ?? 12;
}

/** The moment whose enquiries the months are over for. */
export function endOfRetention(now: Date, months: number): Date {
  const until = new Date(now);
  until.setUTCMonth(until.getUTCMonth() - months);
  return until;
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

/** When an enquiry goes: after the months, and not before it was listed for a week and the clock was steady for one. */
export function keptUntil(
  { touchedAt, listedAt, withdrawnAt }: Pick<Row, 'touchedAt' | 'listedAt' | 'withdrawnAt'>,
  { months, now, steadyFrom }: Retention,
): string {
  const until = new Date(touchedAt);
  until.setUTCMonth(until.getUTCMonth() + (withdrawnAt === null ? months : monthsWithoutConsent(months)));
  const seen = (listedAt ? Date.parse(listedAt) : now.getTime()) + listedMs;
  const goesAt = new Date(Math.max(until.getTime(), seen)).toISOString();
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
