import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api, sentenceOf } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { type Question, useConfirm } from '../../ui/confirm.tsx';
import classes from './publish-actions.module.css';
import { statusKey } from './publishing-events.ts';

const calls = {
  retry: () => answerOf(api.client.publishing.retry.$post()),
  resume: () => answerOf(api.client.releases.resume.$post()),
};

/** The answer is the new state of publishing. */
function usePublishAction(name: keyof typeof calls) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: calls[name],
    onSuccess: ({ status }) => queryClient.setQueryData(statusKey, status),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['releases'] }),
  });
}

interface ActionButtonProps {
  action: keyof typeof calls;
  /** Asked first, where the press changes what visitors see. */
  question?: Question | undefined;
  children: string;
}

/** A button for what gets publishing going again; says below itself why it did not. */
export function PublishActionButton({ action, question, children }: ActionButtonProps) {
  const { mutate, isPending, error } = usePublishAction(action);
  const confirm = useConfirm();
  const press = async () => {
    if (!question || (await confirm(question))) mutate();
  };
  return (
    <>
      <Button size="xs" loading={isPending} onClick={press}>
        {children}
      </Button>
      {error && (
        <p className={classes.problem} role="alert">
          {sentenceOf(error, 'That did not work. Please try again.')}
        </p>
      )}
    </>
  );
}
