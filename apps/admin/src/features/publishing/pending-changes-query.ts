import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client.ts';
import { statusKey, waitingKey } from './publishing-events.ts';

/** What waits to be published, in review mode. */
export function useWaiting() {
  return useQuery({
    queryKey: waitingKey,
    queryFn: () => answerOf(api.client.publishing['pending-changes'].$get()),
  });
}

export type ReviewAction =
  | { do: 'turn'; review: boolean }
  | { do: 'publish'; revision: number }
  | { do: 'schedule'; at: string; revision: number }
  | { do: 'unschedule' };

/** Whatever changes when something goes live; the answer is the new state of publishing. */
export function useReviewAction() {
  const queryClient = useQueryClient();
  const { publishing } = api.client;
  return useMutation({
    mutationFn: (action: ReviewAction) => {
      switch (action.do) {
        case 'turn':
          return answerOf(publishing.review.$put({ json: { review: action.review } }));
        case 'publish':
          return answerOf(publishing.publish.$post({ json: { revision: action.revision } }));
        case 'schedule':
          return answerOf(publishing.schedule.$put({ json: { at: action.at, revision: action.revision } }));
        case 'unschedule':
          return answerOf(publishing.schedule.$delete());
      }
    },
    onSuccess: ({ status }) => queryClient.setQueryData(statusKey, status),
    onSettled: () => queryClient.invalidateQueries({ queryKey: waitingKey }),
  });
}
