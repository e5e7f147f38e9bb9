/** Days as people chose them: `2026-11-21`, in the time zone of whoever looks. */
export interface DaySpan {
  from?: string | undefined;
  /** The last day that is meant. */
  until?: string | undefined;
}

/** The days become moments: from the first on, before the second. A day that is none is left out. */
export function momentsOf({ from, until }: DaySpan): { from?: string; until?: string } {
  const start = startOf(from, 0);
  const end = startOf(until, 1);
  return { ...(start && { from: start }), ...(end && { until: end }) };
}

function startOf(day: string | undefined, later: number): string | undefined {
  const [year, month, date] =
    /^(\d{4})-(\d\d)-(\d\d)$/
      .exec(day ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  if (!year || !month || !date) return undefined;
  return new Date(year, month - 1, date + later).toISOString();
}
