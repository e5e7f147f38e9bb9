import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';

export interface Dashboard {
  contentItems: number;
  images: number;
  users: number;
  contactRequests: number;
  site: { online: boolean; release: string | null; revision: number | null; liveAt: string | null };
  activity: { at: string; by: string | null; action: string; subject: string | null }[];
  system: { version: string; environment: string; node: string; database: string; uptimeSeconds: number; dataBytes: number };
}

/** The real numbers; the sidebar shows some of them. */
export function useDashboard() {
  return useQuery({ queryKey: ['dashboard'], queryFn: () => api.call<Dashboard>('/api/dashboard'), refetchInterval: 60_000 });
}
