import { useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { dashboardKey } from '../../api/query-keys.ts';

/** Loads the counts and the state of the system. The sidebar shows some of the counts. */
export function useDashboard() {
  return useQuery({
    queryKey: dashboardKey,
    queryFn: () => unwrap(api.client.dashboard.$get()),
    refetchInterval: 60_000,
  });
}
