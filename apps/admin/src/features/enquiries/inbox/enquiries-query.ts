import { skipToken, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EnquiryChange, EnquiryReply } from '@threadline/schema/enquiry';
import { answerOf, api } from '../../../api/client.ts';
import type { EnquiryFilter } from './inbox-search.ts';

const refreshMs = 60_000;
const waitingMs = 5_000;

/** The counters; also the badge of the sidebar and the panel of the dashboard. */
export function useEnquiryCounts() {
  return useQuery({
    queryKey: ['enquiries', 'counts'],
    queryFn: async () => (await answerOf(api.client.enquiries.counts.$get())).counts,
    refetchInterval: refreshMs,
  });
}

export function useEnquiryList(filter: EnquiryFilter) {
  return useInfiniteQuery({
    queryKey: ['enquiries', 'list', filter],
    queryFn: ({ pageParam }) =>
      answerOf(api.client.enquiries.$get({ query: { ...filter, ...(pageParam && { cursor: pageParam }) } })),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: refreshMs,
  });
}

/** The places that enquiries came from. */
export function useEnquiryOrigins() {
  return useQuery({
    queryKey: ['enquiries', 'origins'],
    queryFn: async () => (await answerOf(api.client.enquiries.origins.$get())).origins,
  });
}

/** Nothing is asked for while no enquiry is open. */
export function useEnquiry(id: string | undefined) {
  return useQuery({
    queryKey: ['enquiries', 'one', id],
    queryFn: id === undefined ? skipToken : () => answerOf(api.client.enquiries[':id'].$get({ param: { id } })),
    // Somebody else may answer it; and whoever has just sent a reply wants to see it go.
    refetchInterval: ({ state }) =>
      state.data?.enquiry.messages.some((mail) => mail.state === 'pending') ? waitingMs : refreshMs,
  });
}

/** What people do with one enquiry. Afterwards list, counters and the enquiry itself are asked for again. */
export function useEnquiryActions(id: string) {
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: ['enquiries'] });
  const call = api.client.enquiries[':id'];
  const param = { id };
  return {
    change: useMutation({ mutationFn: (json: EnquiryChange) => answerOf(call.$patch({ param, json })), onSuccess }),
    note: useMutation({
      mutationFn: (text: string) => answerOf(call.notes.$post({ param, json: { text } })),
      onSuccess,
    }),
    reply: useMutation({
      mutationFn: (json: EnquiryReply) => answerOf(call.reply.$post({ param, json })),
      onSuccess,
    }),
  };
}
