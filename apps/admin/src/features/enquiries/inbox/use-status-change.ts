import type { Enquiry } from '@threadline/schema/wire/enquiry';
import { type EnquiryStatus, statusLabels } from '@threadline/schema/wire/enquiry-status';
import { useQuestion } from '../../../ui/confirm.tsx';
import { useToast } from '../../../ui/toast.tsx';
import type { useEnquiryActions } from './enquiries-query.ts';
import { listUnsentReplies, useDeleteReplies } from './unsent-replies.ts';

const results: Partial<Record<EnquiryStatus, string>> = {
  replied: 'Marked as replied.',
  closed: 'Enquiry closed.',
  spam: 'Marked as spam.',
};

/** The decision about replies that were written here and not sent, when the enquiry needs no reply any more. */
export type UnsentReplies = 'delete' | 'keep';

/**
 * Returns a function that changes the status of an enquiry and reports it with Undo. It first asks about a reply that could
 * still be sent afterwards, unless the call has the decision. It rejects if the server did not change the status.
 */
export function useStatusChange({ change }: Pick<ReturnType<typeof useEnquiryActions>, 'change'>) {
  const deleteReplies = useDeleteReplies();
  const ask = useQuestion();
  const toast = useToast();

  /** Asks about the unsent replies of an enquiry. Returns undefined if the user cancels. */
  async function askAboutUnsent({ contactName }: Enquiry, count: number, status: EnquiryStatus) {
    const [reply, it, replies] = count === 1 ? ['reply', 'it', 'reply'] : [`${count} replies`, 'them', 'replies'];
    const step = status === 'closed' ? 'Close' : 'Mark';
    const answer = await ask({
      title: `${contactName || 'The sender'} has not received your ${reply} yet.`,
      text: `Keep ${it} in the outbox to send ${it} later, or delete ${it} so that ${count === 1 ? 'it is' : 'they are'} never sent.`,
      action: `${step} and keep the ${replies}`,
      alternative: `${step} and delete the ${replies}`,
      danger: false,
    });
    if (answer === 'cancel') return undefined;
    return answer === 'action' ? 'keep' : 'delete';
  }

  return async (enquiry: Enquiry, status: EnquiryStatus, choice?: UnsentReplies): Promise<void> => {
    const isSettled = status === 'replied' || status === 'closed';
    const unsent = isSettled ? listUnsentReplies(enquiry) : [];
    const decision = choice ?? (unsent.length > 0 ? await askAboutUnsent(enquiry, unsent.length, status) : 'keep');
    if (decision === undefined) return;
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
    if (decision === 'delete') await deleteReplies(unsent);
  };
}
