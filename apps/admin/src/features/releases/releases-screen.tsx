import { IconAlertTriangle, IconRotate } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Release } from '@threadline/schema/publishing';
import { answerOf, api, sentenceOf } from '../../api.ts';
import { usePublishStatus } from '../../publishing-events.ts';
import { fieldOf } from '../../shell/fault-place.ts';
import { Screen } from '../../shell/screen.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { itemWords } from '../../ui/item-words.ts';
import { releaseNumber } from '../../ui/release-number.ts';
import { EmptyState, LoadFailure, SkeletonRows } from '../../ui/states.tsx';
import { durationOf, momentOf, sizeOf } from '../../ui/time.ts';
import { Deliveries } from './deliveries.tsx';
import classes from './releases.module.css';

/** /admin/releases: what was public when, and the way back to it. */
export function ReleasesScreen() {
  const query = useQuery({ queryKey: ['releases'], queryFn: () => answerOf(api.client.releases.$get()) });
  const status = usePublishStatus();
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['releases'] });
  const rollback = useMutation({
    mutationFn: (id: string) => answerOf(api.client.releases[':id'].rollback.$post({ param: { id } })),
    onSettled: refresh,
  });
  const resume = useMutation({
    mutationFn: () => answerOf(api.client.releases.resume.$post()),
    onSettled: refresh,
  });
  const problem = rollback.error ?? resume.error;

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
      {problem && (
        <div className="alert" role="alert">
          {sentenceOf(problem, 'That did not work. Please try again.')}
        </div>
      )}
      {status?.state === 'failed' && (
        <section className={`alert ${classes.failed}`} role="alert">
          <IconAlertTriangle size={20} aria-hidden="true" />
          <div>
            <h2>
              Change {status.revision} was not published. Visitors still see release {releaseNumber(status.liveRelease)}
              .
            </h2>
            {status.faults.map((fault) => (
              <p key={`${fault.section}${fault.key}${fault.pointer}${fault.detail}`}>
                {fieldOf(fault).words && <strong>{fieldOf(fault).words}: </strong>}
                {fault.detail}{' '}
                {fieldOf(fault).search && (
                  <Link to="/content" search={fieldOf(fault).search}>
                    Go to the field
                  </Link>
                )}
              </p>
            ))}
          </div>
        </section>
      )}
      {status?.heldRelease && (
        <section className={`alert ${classes.held}`} data-tone="waiting" aria-label="Publishing is held">
          <p>
            <strong>Release {releaseNumber(status.heldRelease)} was brought back and is held.</strong> Saves are kept,
            but visitors do not see them yet.
          </p>
          <Button size="xs" loading={resume.isPending} onClick={() => resume.mutate()}>
            Resume publishing
          </Button>
        </section>
      )}
      {query.data ? (
        <Timeline
          releases={query.data.releases}
          busy={rollback.isPending ? rollback.variables : undefined}
          onBringBack={bringBack}
        />
      ) : query.error ? (
        <LoadFailure what="The releases could not be loaded." error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <SkeletonRows />
      )}
      <Deliveries />
    </Screen>
  );
}

interface TimelineProps {
  releases: Release[];
  /** The release that is being brought back. */
  busy: string | undefined;
  onBringBack: (release: Release) => void;
}

function Timeline({ releases, busy, onBringBack }: TimelineProps) {
  if (releases.length === 0) return <EmptyState>Nothing has been published yet.</EmptyState>;
  return (
    <section className="panel">
      <div className="panel-head">
        <h2>Timeline</h2>
        <span className="meta">Bringing one back takes a moment and loses nothing.</span>
      </div>
      <ol className={classes.timeline}>
        {releases.map((release) => (
          <li key={release.id} data-live={release.live || undefined}>
            <div>
              <p className={classes.name}>
                <strong>Release {releaseNumber(release.id)}</strong>
                {release.live && (
                  <span className="tag" data-tone="good">
                    Live
                  </span>
                )}
                <time dateTime={release.createdAt} className="dimmed">
                  {momentOf(release.createdAt)}
                </time>
              </p>
              <p>{changeWords(release)}</p>
              <p className="meta">
                {release.files} files, {sizeOf(release.bytes)}
                {stepWords(release)}
              </p>
            </div>
            {!release.live && release.kept && (
              <Button
                size="xs"
                loading={busy === release.id}
                onClick={() => onBringBack(release)}
                leftSection={<IconRotate size={14} />}
              >
                Bring back
              </Button>
            )}
            {!release.kept && <span className="meta">no longer kept</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function changeWords({ changes, changedBy }: Release): string {
  const [first] = changes;
  if (!first) return 'The same content, made again';
  const who = changedBy ?? 'The system';
  const what = itemWords(first.section, first.key);
  return changes.length === 1 ? `${who} changed ${what}` : `${who} changed ${changes.length} items, such as ${what}`;
}

function stepWords({ steps }: Release): string {
  const total = Object.values(steps).reduce((sum, ms) => sum + ms, 0);
  return total > 0 ? `, made in ${durationOf(total)}` : '';
}
