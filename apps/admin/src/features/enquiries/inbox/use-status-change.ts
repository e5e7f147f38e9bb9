import { useQueryClient } from '@tanstack/react-query';
import type { Enquiry } from '@threadline/schema/wire/enquiry';
import { type EnquiryStatus, statusLabels } from '@threadline/schema/wire/enquiry-status';
import { api, getErrorMessage, unwrap } from '../../../api/client.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { enquiriesKey, type useEnquiryActions } from './enquiries-query.ts';

const results: Partial<Record<EnquiryStatus, string>> = {
  replied: 'Marked as replied.',
  closed: 'Enquiry closed.',
  spam: 'Marked as spam.',
};

/** The decision about replies that were written here and not sent, when the enquiry needs no reply any more. */
export type UnsentReplies = 'ask' | 'delete' | 'keep';

/** Returns the replies that were written here and never sent. */
export function listUnsentReplies({ messages }: Enquiry) {
  return messages.filter(({ kind, state }) => kind === 'reply' && (state === 'written-to-disk' || state === 'failed'));
}

/**
 * Returns a function that changes the status of an enquiry, reports it with Undo, and asks about a reply that would still be
 * sent afterwards. It rejects if the server did not change the status.
 */
export function useStatusChange({ change }: Pick<ReturnType<typeof useEnquiryActions>, 'change'>) {
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const toast = useToast();

  async function settle(enquiry: Enquiry, choice: UnsentReplies): Promise<void> {
    const unsent = listUnsentReplies(enquiry);
    if (unsent.length === 0 || choice === 'keep') return;
    const [subject, object] = unsent.length === 1 ? ['A reply is', 'it'] : [`${unsent.length} replies are`, 'them'];
    const question = {
      title: `${subject} still in the outbox: delete ${object}?`,
      text: `Written here and not sent yet. If the outbox sends ${object} later, the sender gets a second reply.`,
      action: 'Delete',
      cancel: 'Keep',
    };
    if (choice === 'ask' && !(await confirm(question))) return;
    try {
      for (const { id } of unsent) await unwrap(api.client.outbox[':id'].dismiss.$post({ param: { id } }));
    } catch (error) {
      toast({ tone: 'danger', text: getErrorMessage(error, 'The reply could not be deleted from the outbox.') });
    }
    await queryClient.invalidateQueries({ queryKey: enquiriesKey });
  }

  return async (enquiry: Enquiry, status: EnquiryStatus, unsent: UnsentReplies = 'ask'): Promise<void> => {
    await change.mutateAsync({ status });
    const isNewlyAnswered = status === 'replied' && enquiry.answeredAt === null;
    const undo = () =>
      change.mutate(
        { status: enquiry.status, ...(isNewlyAnswered && { answered: false }) },
        { onSuccess: () => toast({ text: `Undone: the enquiry is back in ${statusLabels[enquiry.status]}.` }) },
      );
    const isReopened = enquiry.status === 'closed' && status === 'read';
    toast({
      text: isReopened ? 'Enquiry reopened.' : (results[status] ?? `Moved to ${statusLabels[status]}.`),
      action: { label: 'Undo', run: undo },
    });
    if (status === 'replied' || status === 'closed') await settle(enquiry, unsent);
  };
}
