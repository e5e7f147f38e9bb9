import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerOf, api, sentenceOf } from '../api.ts';
import { statusKey, usePublishStatus } from '../publishing-events.ts';
import { Button } from '../ui/button.tsx';
import { releaseNumber } from '../ui/release-number.ts';
import classes from './publish-actions.module.css';

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
  children: string;
}

/** A button for what gets publishing going again; says below itself why it did not. */
export function PublishActionButton({ action, children }: ActionButtonProps) {
  const { mutate, isPending, error } = usePublishAction(action);
  return (
    <>
      <Button size="xs" loading={isPending} onClick={() => mutate()}>
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

/** On every screen while a release that was brought back is held: nobody should wonder where the saves are. */
export function HeldBanner() {
  const { heldRelease: held, waiting = 0 } = usePublishStatus() ?? {};
  if (!held) return null;
  return (
    <section className={`alert ${classes.strip}`} data-tone="waiting" aria-label="Publishing is held">
      <p>
        <strong>Release {releaseNumber(held)} was brought back and is held.</strong>{' '}
        {waiting > 0 && (
          <Link to="/releases">
            {waiting === 1 ? '1 item differs' : `${waiting} items differ`} from what visitors see.
          </Link>
        )}{' '}
        Saves are kept, but visitors do not see them yet.
      </p>
      <PublishActionButton action="resume">Resume publishing</PublishActionButton>
    </section>
  );
}
