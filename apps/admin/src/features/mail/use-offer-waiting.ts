import { useQueryClient } from '@tanstack/react-query';
import { api, getErrorMessage, unwrap } from '../../api/client.ts';
import { enquiriesKey } from '../../api/query-keys.ts';
import { formatCount } from '../../format/numbers.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { useToast } from '../../ui/toast.tsx';

/** Returns a function that offers to send the messages that were written while email was not set up, if there are any. */
export function useOfferWaiting(): () => Promise<void> {
  const confirm = useConfirm();
  const toast = useToast();
  const queryClient = useQueryClient();
  const offer = async () => {
    const { messages } = await unwrap(api.client.outbox.$get({ query: {} }));
    if (!messages.some(({ state }) => state === 'written-to-disk')) return;
    const question = {
      title: 'Email works. Send the waiting messages?',
      text: 'They were written while email was not set up. In the outbox you can read them first, and delete those that are outdated.',
      action: 'Send now',
      cancel: 'Not now',
      danger: false,
    };
    if (!(await confirm(question))) return;
    const { sent } = await unwrap(api.client.outbox.retry.$post({ json: { state: 'written-to-disk' } }));
    toast({ text: `${formatCount(sent, 'message is', 'messages are')} being sent.` });
    for (const queryKey of [['outbox'], enquiriesKey]) queryClient.invalidateQueries({ queryKey });
  };
  return () =>
    offer().catch((error) =>
      toast({ tone: 'danger', text: getErrorMessage(error, 'The waiting messages were not sent.') }),
    );
}
