import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditQuery } from '@threadline/schema/audit';
import { answerOf, api } from '../../api.ts';

/** What stands in the address: the days as people chose them. */
export interface AuditSearch {
  who?: string | undefined;
  area?: string | undefined;
  /** `2026-11-21`, in the time zone of whoever looks. */
  from?: string | undefined;
  /** The last day that is shown. */
  until?: string | undefined;
}

type Filter = Omit<AuditQuery, 'cursor'>;

/** The days become moments; a day that is none is left out. */
export function filterOf({ who, area, from, until }: AuditSearch): Filter {
  const start = startOf(from, 0);
  const end = startOf(until, 1);
  return {
    ...(who && { who }),
    ...(area && { area: area as NonNullable<AuditQuery['area']> }),
    ...(start && { from: start }),
    ...(end && { until: end }),
  };
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

export function useAuditLog(search: AuditSearch) {
  const filter = filterOf(search);
  return useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam }) =>
      answerOf(api.client.audit.$get({ query: { ...filter, ...(pageParam > 0 && { cursor: String(pageParam) }) } })),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  });
}
