import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client.ts';
import { dashboardKey } from '../../api/query-keys.ts';

/** The real numbers; the sidebar shows some of them. */
export function useDashboard() {
  return useQuery({
    queryKey: dashboardKey,
    queryFn: () => answerOf(api.client.dashboard.$get()),
    refetchInterval: 60_000,
  });
}
