/** The days of a date filter: `2026-11-21`, in Indian time. */
export interface DaySpan {
  from?: string | undefined;
  /** The last day, inclusive. */
  until?: string | undefined;
}

/** Returns the half-open time range of the days in UTC, without days that are not valid. */
export function toTimeRange({ from, until }: DaySpan): { from?: string; until?: string } {
  const start = parseDayStart(from, 0);
  const end = parseDayStart(until, 1);
  return { ...(start && { from: start }), ...(end && { until: end }) };
}

/** India is 5.5 hours ahead of UTC all year. */
const aheadMs = 19_800_000;

function parseDayStart(day: string | undefined, later: number): string | undefined {
  const [year, month, date] =
    /^(\d{4})-(\d\d)-(\d\d)$/
      .exec(day ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  if (!year || !month || !date) return undefined;
  return new Date(Date.UTC(year, month - 1, date + later) - aheadMs).toISOString();
}
