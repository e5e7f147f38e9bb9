import { useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { feedbackKey } from '../../api/query-keys.ts';

/** Returns the query of the comments and decisions of people with a preview link, newest first. */
export function useFeedback() {
  return useQuery({ queryKey: feedbackKey, queryFn: () => unwrap(api.client.preview.feedback.$get()) });
}
