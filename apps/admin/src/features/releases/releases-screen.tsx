import { Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Release } from '@threadline/schema/wire/publishing';
import { api, unwrap } from '../../api/client.ts';
import { formatDateTime } from '../../format/time.ts';
import { Alert, ErrorAlert } from '../../ui/alert.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { WithSidePanel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';
import { FeedbackPanel } from '../preview-feedback/feedback-panel.tsx';
import { PendingChangesPanel } from '../publishing/pending-changes-panel.tsx';
import { PublishActionButton } from '../publishing/publish-actions.tsx';
import { PublishErrors } from '../publishing/publish-errors.tsx';
import { usePublishing } from '../publishing/publish-view.ts';
import { releasesKey } from '../publishing/publishing-events.ts';
import { TechnicalDetails } from '../publishing/technical-details.tsx';
import { Timeline } from '../publishing/timeline.tsx';
import { UnpublishedArticles } from './unpublished-articles.tsx';

/** /admin/releases: the feedback on previews, the releases with rollback, and the pending changes. */
export function ReleasesScreen() {
  const query = useQuery({ queryKey: releasesKey, queryFn: () => unwrap(api.client.releases.$get()) });
  const { status, view } = usePublishing();
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const rollback = useMutation({
    mutationFn: (id: string) => unwrap(api.client.releases[':id'].rollback.$post({ param: { id } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: releasesKey }),
  });

  const toast = useToast();
  const rollBack = async ({ id, number, createdAt }: Release) => {
    const question = {
      title: `Show release ${number} temporarily?`,
      text: `Visitors see the site as it was on ${formatDateTime(createdAt)}, and publishing pauses until you resume it. Nothing is lost. To go back for good, choose “View and restore” instead.`,
      action: 'Show temporarily',
      danger: false,
    };
    if (await confirm(question)) {
      rollback.mutate(id, {
        onSuccess: () => toast({ text: `Visitors see release ${number} in a moment.` }),
      });
    }
  };

  return (
    <Screen title="Releases">
      <ErrorAlert error={rollback.error} fallback="The release could not be shown. Try again." />
      {status && view?.hasFailed && (
        <Alert icon={<IconAlertTriangle size={20} aria-hidden="true" />} role="alert">
          <h2>{view.heading}</h2>
          <PublishErrors faults={status.faults} />
          <Group gap="6px 12px" mt={8}>
            <PublishActionButton action={{ do: 'retry' }}>Try again</PublishActionButton>
            <span>Publishes the saved content again, for example after a server failure.</span>
          </Group>
        </Alert>
      )}
      <WithSidePanel
        isAbove={status?.review === true || view?.hasPendingChanges === true}
        panel={
          status &&
          view && <PendingChangesPanel status={status} view={view} unpublishedArticles={<UnpublishedArticles />} />
        }
      >
        <FeedbackPanel />
        <Loaded query={query} heading="The releases could not be loaded.">
          {({ releases, failures, restores }) => (
            <>
              <Timeline
                releases={releases}
                failures={failures}
                restores={restores}
                busyId={rollback.isPending ? rollback.variables : undefined}
                onRollBack={rollBack}
              />
              <TechnicalDetails releases={releases} />
            </>
          )}
        </Loaded>
      </WithSidePanel>
    </Screen>
  );
}
