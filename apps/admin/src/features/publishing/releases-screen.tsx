import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Release } from '@threadline/schema/publishing';
import { answerOf, api } from '../../api/client.ts';
import { releaseNumber } from '../../format/release-number.ts';
import { momentOf } from '../../format/time.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Screen } from '../../ui/screen.tsx';
import sidePanel from '../../ui/side-panel.module.css';
import { LoadFailure, SkeletonRows } from '../../ui/states.tsx';
import { Deliveries } from './deliveries.tsx';
import { FaultLine, faultId } from './fault-line.tsx';
import { WaitingPanel } from './pending-changes-panel.tsx';
import { PublishActionButton } from './publish-actions.tsx';
import { usePublishStatus } from './publishing-events.ts';
import classes from './releases.module.css';
import { Timeline } from './timeline.tsx';

/** /admin/releases: what was public when, and the way back to it. */
export function ReleasesScreen() {
  const query = useQuery({ queryKey: ['releases'], queryFn: () => answerOf(api.client.releases.$get()) });
  const status = usePublishStatus();
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const rollback = useMutation({
    mutationFn: (id: string) => answerOf(api.client.releases[':id'].rollback.$post({ param: { id } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['releases'] }),
  });

  const bringBack = async ({ id, createdAt }: Release) => {
    const number = releaseNumber(id);
    const question = {
      title: `Bring back release ${number}?`,
      text: `Visitors see the site of ${momentOf(createdAt)} again. Saves are kept, but wait until you resume publishing. Nothing is lost.`,
      action: `Bring back release ${number}`,
      danger: false,
    };
    if (await confirm(question)) rollback.mutate(id);
  };

  return (
    <Screen title="Releases">
      <ErrorAlert error={rollback.error} fallback="That did not work. Please try again." />
      {status?.state === 'failed' && (
        <section className={`alert ${classes.failed}`} role="alert">
          <IconAlertTriangle size={20} aria-hidden="true" />
          <div>
            <h2>
              Change {status.revision} was not published. Visitors still see release {releaseNumber(status.liveRelease)}
              .
            </h2>
            {status.faults.map((fault) => (
              <p key={faultId(fault)}>
                <FaultLine fault={fault} />
              </p>
            ))}
            <div className={classes.again}>
              <PublishActionButton action="retry">Try again</PublishActionButton>
              <span>Tries the same content once more, for example when a disk was full or a server was away.</span>
            </div>
          </div>
        </section>
      )}
      <div className={sidePanel.columns} data-open>
        <div className={sidePanel.main}>
          {query.data ? (
            <Timeline
              releases={query.data.releases}
              failures={query.data.failures}
              busy={rollback.isPending ? rollback.variables : undefined}
              onBringBack={bringBack}
            />
          ) : query.error ? (
            <LoadFailure what="The releases could not be loaded." error={query.error} onRetry={() => query.refetch()} />
          ) : (
            <SkeletonRows />
          )}
          <Deliveries />
        </div>
        <div className={classes.waiting}>{status && <WaitingPanel status={status} />}</div>
      </div>
    </Screen>
  );
}
