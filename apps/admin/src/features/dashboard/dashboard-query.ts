import { useQuery } from '@tanstack/react-query';
import type { Dashboard } from '@threadline/schema/dashboard';
import { api } from '../../api.ts';

/** The real numbers; the sidebar shows some of them. */
export function useDashboard() {
  return useQuery({
    queryKey: ['dashboard'],
    queryFn: () => api.call<Dashboard>('/api/dashboard'),
    refetchInterval: 60_000,
  });
}
