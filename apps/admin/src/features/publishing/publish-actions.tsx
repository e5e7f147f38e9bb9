import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PublishRequest } from '@threadline/schema/wire/publishing';
import { api, unwrap } from '../../api/client.ts';
import { ErrorAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { type Question, useConfirm } from '../../ui/confirm.tsx';
import { useToast } from '../../ui/toast.tsx';
import { pendingChangesKey, releasesKey, statusKey } from './publishing-events.ts';

export type PublishAction =
  | { do: 'retry' }
  | { do: 'resume' }
  | { do: 'set-review'; review: boolean }
  | ({ do: 'publish' } & PublishRequest)
  | { do: 'schedule'; at: string; revision: number }
  | { do: 'unschedule' };

function send(action: PublishAction) {
  const { publishing, releases } = api.client;
  switch (action.do) {
    case 'retry':
      return unwrap(publishing.retry.$post());
    case 'resume':
      return unwrap(releases.resume.$post());
    case 'set-review':
      return unwrap(publishing.review.$put({ json: { review: action.review } }));
    case 'publish':
      return unwrap(publishing.publish.$post({ json: { revision: action.revision, items: action.items } }));
    case 'schedule':
      return unwrap(publishing.schedule.$put({ json: { at: action.at, revision: action.revision } }));
    case 'unschedule':
      return unwrap(publishing.schedule.$delete());
  }
}

/** Changes what is published, or when. The reply is the new publishing status. */
export function usePublishAction() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ status }) => queryClient.setQueryData(statusKey, status),
    onSettled: () => {
      queryClient.invalidateQueries({ queryKey: pendingChangesKey });
      queryClient.invalidateQueries({ queryKey: releasesKey });
    },
  });
}

/** The message after an action of a button. The others report themselves. */
const reports: Partial<Record<PublishAction['do'], string>> = {
  retry: 'The site is being published again.',
  resume: 'Publishing is resumed. The site is being updated.',
};

interface PublishActionButtonProps {
  action: PublishAction;
  /** Asked first if the action changes what visitors see. */
  question?: Question;
  children: string;
}

/** A button for one action, with its error below. */
export function PublishActionButton({ action, question, children }: PublishActionButtonProps) {
  const { mutateAsync, isPending, error } = usePublishAction();
  const confirm = useConfirm();
  const toast = useToast();
  const onClick = async () => {
    if (question && !(await confirm(question))) return;
    const report = reports[action.do];
    // The button may disappear with the action, and a callback of the mutation with it. It shows a failure itself.
    await mutateAsync(action).then(
      () => report && toast({ text: report }),
      () => undefined,
    );
  };
  return (
    <>
      <Button size="xs" loading={isPending} onClick={onClick}>
        {children}
      </Button>
      <ErrorAlert error={error} fallback="Publishing could not be changed. Try again." />
    </>
  );
}
