import { useQueryClient } from '@tanstack/react-query';
import type { Enquiry } from '@threadline/schema/wire/enquiry';
import { api, getErrorMessage, unwrap } from '../../../api/client.ts';
import { useFailedMail } from '../../../api/enquiry-counts.ts';
import { enquiriesKey } from '../../../api/query-keys.ts';
import { useToast } from '../../../ui/toast.tsx';

export type Message = Enquiry['messages'][number];

/** Returns the replies that were written here and never sent. */
export function listUnsentReplies({ messages }: Enquiry): Message[] {
  return messages.filter(({ kind, state }) => kind === 'reply' && (state === 'written-to-disk' || state === 'failed'));
}

/** Returns a function that tells whether a message is a reply that waits until email works. */
export function useIsWaiting(): (message: Message) => boolean {
  const failedMail = useFailedMail();
  return ({ kind, state }) =>
    kind === 'reply' && (state === 'written-to-disk' || (state === 'pending' && failedMail !== undefined));
}

/** Returns a function that deletes replies from the outbox and reports a failure. */
export function useDeleteReplies() {
  const queryClient = useQueryClient();
  const toast = useToast();
  return async (replies: readonly Message[]): Promise<void> => {
    try {
      for (const { id } of replies) await unwrap(api.client.outbox[':id'].dismiss.$post({ param: { id } }));
    } catch (error) {
      toast({ tone: 'danger', text: getErrorMessage(error, 'The reply could not be deleted from the outbox.') });
    }
    await queryClient.invalidateQueries({ queryKey: enquiriesKey });
  };
}
