import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PendingChange } from '@threadline/schema/wire/publishing';
import type { RestoreRequest } from '@threadline/schema/wire/restore';
import { quote } from '../../format/quote.ts';
import { ErrorAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { pendingChangesKey } from './publishing-events.ts';
import { useRestoreContent } from './restore-content.tsx';

export interface DiscardButtonProps {
  change: PendingChange;
  /** The newest revision when the list was loaded. */
  revision: number;
  publishedRevision: number;
}

/** Gives an item the state that visitors see. This is a change of its own, which can be undone. */
export function DiscardButton({ change, revision, publishedRevision }: DiscardButtonProps) {
  const { section, key, name } = change;
  const queryClient = useQueryClient();
  const { restore } = useRestoreContent();
  const confirm = useConfirm();
  const discard = useMutation({
    mutationFn: (request: RestoreRequest) =>
      restore(request, {
        description: `discarding the change of ${quote(name)}`,
        done: `The change of ${quote(name)} is discarded.`,
        changesSite: false,
      }),
    onError: () => queryClient.invalidateQueries({ queryKey: pendingChangesKey }),
  });
  const ask = async () => {
    const question = {
      title: `Discard the change of ${quote(name)}?`,
      text: 'The change is removed for everyone: the text goes back to what visitors see now.',
      action: 'Discard this change',
    };
    if (!(await confirm(question))) return;
    const items = [{ section, key }];
    await discard.mutateAsync({ revision: publishedRevision, workingRevision: revision, items });
  };
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        loading={discard.isPending}
        aria-label={`Discard the change of “${name}”`}
        onClick={() => ask().catch(() => undefined)}
      >
        Discard
      </Button>
      <ErrorAlert error={discard.error} fallback="The change could not be discarded. Try again." />
    </>
  );
}
