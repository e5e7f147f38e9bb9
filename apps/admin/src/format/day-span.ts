/** Days as people chose them: `2026-11-21`, a day of India, as every time of the admin. */
export interface DaySpan {
  from?: string | undefined;
  /** The last day that is meant. */
  until?: string | undefined;
}

/** The days become moments: from the first on, before the second. A day that is none is left out. */
export function toTimeRange({ from, until }: DaySpan): { from?: string; until?: string } {
  const start = parseDayStart(from, 0);
  const end = parseDayStart(until, 1);
  return { ...(start && { from: start }), ...(end && { until: end }) };
}

/** India is five and a half hours ahead of UTC, all year. */
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
