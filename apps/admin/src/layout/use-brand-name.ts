import { useQuery } from '@tanstack/react-query';
import { sessionOptionsQuery } from '../features/auth/session-options.ts';

/** Returns the name of the company; empty until it is loaded. It follows each saved name. */
export function useBrandName(): string {
  return useQuery({ ...sessionOptionsQuery, staleTime: Number.POSITIVE_INFINITY }).data?.brand ?? '';
}
