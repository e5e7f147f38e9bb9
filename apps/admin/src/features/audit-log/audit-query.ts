import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditQuery } from '@threadline/schema/audit';
import { answerOf, api } from '../../api/client.ts';
import { type DaySpan, momentsOf } from '../../format/day-span.ts';

/** What stands in the address. */
export interface AuditSearch extends DaySpan {
  who?: string | undefined;
  area?: string | undefined;
  network?: string | undefined;
}

type Filter = Omit<AuditQuery, 'cursor'>;

export function filterOf({ who, area, network, ...days }: AuditSearch): Filter {
  return {
    ...(who && { who }),
    ...(area && { area: area as NonNullable<AuditQuery['area']> }),
    ...(network && { network }),
    ...momentsOf(days),
  };
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
