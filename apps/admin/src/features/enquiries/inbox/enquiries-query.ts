import { skipToken, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EnquiryChange, EnquiryReply } from '@threadline/schema/wire/enquiry';
import { maxCounted } from '@threadline/schema/wire/enquiry-status';
import { api, isApiError, unwrap } from '../../../api/client.ts';
import { enquiriesKey } from '../../../api/query-keys.ts';
import type { EnquiryFilter } from './inbox-search.ts';

const refreshMs = 60_000;
const pendingMessageRefreshMs = 5_000;

/** Formats a count of unanswered enquiries, which the server counts up to `maxCounted`. */
export function formatUnanswered(count: number): string {
  return count < maxCounted ? `${count}` : `${count}+`;
}

export function useEnquiryList(filter: EnquiryFilter, enabled = true) {
  return useInfiniteQuery({
    queryKey: [...enquiriesKey, 'list', filter],
    queryFn: ({ pageParam }) =>
      unwrap(api.client.enquiries.$get({ query: { ...filter, ...(pageParam && { cursor: pageParam }) } })),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ enquiries }) => enquiries),
    refetchInterval: refreshMs,
    enabled,
  });
}

/** Loads the sections and buttons that enquiries came from. */
export function useEnquiryOrigins() {
  return useQuery({
    queryKey: [...enquiriesKey, 'origins'],
    queryFn: async () => (await unwrap(api.client.enquiries.origins.$get())).origins,
  });
}

/** Loads one enquiry, and again every minute: a colleague may answer it. Loads nothing without an id. */
export function useEnquiry(id: string | undefined) {
  return useQuery({
    queryKey: [...enquiriesKey, 'one', id],
    queryFn: id === undefined ? skipToken : () => unwrap(api.client.enquiries[':id'].$get({ param: { id } })),
    refetchInterval: ({ state }) =>
      state.data?.enquiry.messages.some((message) => message.state === 'pending') ? pendingMessageRefreshMs : refreshMs,
  });
}

/** Mutations of one enquiry. Each reloads the list, the counts and the enquiry, also if it was erased meanwhile. */
export function useEnquiryActions(id: string) {
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: enquiriesKey });
  const onError = (error: Error) => (isApiError(error, 'not-found') ? onSuccess() : undefined);
  const call = api.client.enquiries[':id'];
  const param = { id };
  return {
    change: useMutation({
      mutationFn: (json: EnquiryChange) => unwrap(call.$patch({ param, json })),
      onSuccess,
      onError,
    }),
    addNote: useMutation({
      mutationFn: (text: string) => unwrap(call.notes.$post({ param, json: { text } })),
      onSuccess,
      onError,
    }),
    reply: useMutation({
      mutationFn: (json: EnquiryReply) => unwrap(call.reply.$post({ param, json })),
      onSuccess,
      onError,
    }),
  };
}
