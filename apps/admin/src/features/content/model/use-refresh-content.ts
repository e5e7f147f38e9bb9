import { getErrorMessage } from '../../../api/client.ts';
import { useToast } from '../../../ui/toast.tsx';
import { useContent } from './content-query.ts';

/** The explanation of the button "Refresh Content". */
export const refreshHint = 'Shows changes that others have saved. Text that you are typing stays.';

/** Returns the action "Refresh Content", which reports its result. */
export function useRefreshContent(): () => Promise<void> {
  const { refetch } = useContent();
  const toast = useToast();
  return () =>
    refetch({ throwOnError: true }).then(
      () => toast({ text: 'The content is up to date.' }),
      (error) => toast({ tone: 'danger', text: `The content was not refreshed. ${getErrorMessage(error, '')}` }),
    );
}
