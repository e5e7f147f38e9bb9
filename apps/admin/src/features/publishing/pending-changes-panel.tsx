import { Box, Group, Switch } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { PendingChange, PublishRequest, PublishStatus } from '@threadline/schema/wire/publishing';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../../format/numbers.ts';
import { ErrorAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Note } from '../../ui/record-list.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { CurrentDecisions } from '../preview-feedback/current-decisions.tsx';
import { ShareLinks } from '../preview-feedback/share-links.tsx';
import { MissingAltTexts, PendingChangeList } from './pending-change-list.tsx';
import { getChangeId, pendingChangesQuery } from './pending-changes.ts';
import { usePublishAction } from './publish-actions.tsx';
import { usePublishReport } from './publish-report.tsx';
import type { PublishView } from './publish-view.ts';
import classes from './releases.module.css';
import { ScheduleForm } from './schedule-form.tsx';

interface PendingChangesProps {
  status: PublishStatus;
  view: PublishView;
}

interface PendingChangesPanelProps extends PendingChangesProps {
  /** A note about articles with unpublished changes, which are not pending changes yet. */
  unpublishedArticles?: ReactNode;
}

/** Review mode: the pending changes, the button that publishes them, and the schedule. */
export function PendingChangesPanel({ status, view, unpublishedArticles }: PendingChangesPanelProps) {
  const action = usePublishAction();
  const hasList = view.hasPendingChanges || view.pinnedRelease !== undefined;
  return (
    <Panel
      title={view.pinnedRelease ? 'Changes that are not shown' : 'Pending changes'}
      extra={hasList && status.pendingChanges > 0 && <Tag tone="warning">{status.pendingChanges}</Tag>}
      className={classes.pending}
    >
      <ReviewSwitch status={status} view={view} action={action} />
      <ErrorAlert error={action.error} fallback="Publishing could not be changed. Try again." />
      {hasList ? (
        <PendingChanges status={status} view={view} action={action} />
      ) : (
        status.review && <Note>No changes are pending. {unpublishedArticles}</Note>
      )}
    </Panel>
  );
}

interface ActionProps extends PendingChangesProps {
  action: ReturnType<typeof usePublishAction>;
}

function ReviewSwitch({ status: { review }, view, action }: ActionProps) {
  const confirm = useConfirm();
  const changes = useQuery({ ...pendingChangesQuery, enabled: review && view.hasPendingChanges }).data?.changes ?? [];
  const setReview = async (next: boolean) => {
    const question = {
      title: 'Turn review mode off?',
      text: <GoingLive changes={changes} />,
      action: 'Publish all and turn off',
      cancel: 'Keep review mode',
      danger: false,
    };
    if (next || !view.hasPendingChanges || (await confirm(question))) action.mutate({ do: 'set-review', review: next });
  };
  const hint = view.pinnedRelease
    ? 'Off, but publishing is paused: visitors see an earlier release for now.'
    : 'Off: changes go live when you save.';
  return (
    <Switch
      px="md"
      py={12}
      className={classes.setting}
      label="Review mode"
      description={review ? 'On: changes stay pending until you publish them.' : hint}
      checked={review}
      disabled={action.isPending}
      onChange={(event) => setReview(event.currentTarget.checked)}
    />
  );
}

const maxNamed = 8;

/** The names of the changes that are published when review mode is turned off. */
function GoingLive({ changes }: { changes: readonly PendingChange[] }) {
  const others = changes.length - maxNamed;
  const effect = 'After that, every save is published at once.';
  if (changes.length === 0) return `All pending changes are published now. ${effect}`;
  return (
    <>
      <p>All pending changes are published now:</p>
      <ul className={classes.goingLive}>
        {changes.slice(0, maxNamed).map((change) => (
          <li key={getChangeId(change)}>{change.name}</li>
        ))}
        {others > 0 && <li>and {others} more</li>}
      </ul>
      <p>{effect}</p>
    </>
  );
}

function PendingChanges({ status, view, action }: ActionProps) {
  const query = useQuery(pendingChangesQuery);
  const report = usePublishReport();
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const isPaused = view.pinnedRelease !== undefined;
  const canSelect = view.hasPendingChanges && !isPaused;
  const isScheduled = status.schedule !== null;
  const publish = (request: PublishRequest, count: number) =>
    action.mutate({ do: 'publish', ...request }, { onSuccess: (reply) => report(count, reply.status) });
  const toggle = (id: string) =>
    setExcluded(new Set(excluded.has(id) ? [...excluded].filter((each) => each !== id) : [...excluded, id]));
  return (
    <Loaded query={query} heading="The pending changes could not be loaded." rows={2}>
      {({ changes, revision, pictures, images }) => {
        const selected = changes.filter((change) => !excluded.has(getChangeId(change)));
        const items = selected.map(({ section, key }) => ({ section, key }));
        const isAll = selected.length === changes.length;
        // A picture without alt text does not matter while its change is left out.
        const missing = pictures.filter((place) => !excluded.has(getChangeId(place)));
        return (
          <>
            <PendingChangeList
              changes={changes}
              images={images}
              revision={revision}
              publishedRevision={status.revision}
              excluded={canSelect ? excluded : undefined}
              onToggle={toggle}
            />
            <CurrentDecisions />
            {missing.length > 0 && <MissingAltTexts places={missing} />}
            {isPaused ? (
              <>
                <Note>Publishing is paused. Visitors see the newest content when you resume it.</Note>
                {status.schedule && (
                  <Box px="md" pb="md">
                    <PublishSchedule status={status} revision={revision} action={action} />
                  </Box>
                )}
              </>
            ) : (
              <>
                <Group gap={10} align="flex-start" className={classes.publish}>
                  <Button
                    variant="filled"
                    loading={action.isPending && action.variables.do === 'publish'}
                    disabled={missing.length > 0 || (!isAll && (items.length === 0 || isScheduled))}
                    onClick={() => publish({ revision, items: isAll ? undefined : items }, selected.length)}
                  >
                    {formatPublishLabel(selected.length, changes.length)}
                  </Button>
                  <PublishSchedule status={status} revision={revision} action={action} isAll={isAll} />
                </Group>
                <Group gap={10} px="md" pb="md" justify="space-between">
                  <small>
                    {!isAll && isScheduled && 'All changes are scheduled. Cancel the schedule first. '}
                    {isAll
                      ? 'All changes become one release. You can undo it by restoring the previous one.'
                      : 'The selected changes become one release. The others stay pending.'}
                  </small>
                  <ShareLinks path="/" leftSection={<IconLink size={16} aria-hidden="true" />}>
                    Share a preview
                  </ShareLinks>
                </Group>
              </>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

interface PublishScheduleProps extends Omit<ActionProps, 'view'> {
  revision: number;
  /** False while some changes are not selected: a schedule includes them, too. */
  isAll?: boolean;
}

function PublishSchedule({ status, revision, action, isAll = true }: PublishScheduleProps) {
  return (
    <ScheduleForm
      isAll={isAll}
      schedule={status.schedule}
      isBusy={action.isPending}
      onSchedule={(at) => action.mutate({ do: 'schedule', at, revision })}
      onCancel={() => action.mutate({ do: 'unschedule' })}
    />
  );
}

function formatPublishLabel(selected: number, changes: number): string {
  if (changes === 0) return 'Publish';
  if (selected === 0) return 'Select a change to publish';
  return selected === changes
    ? `Publish ${formatCount(changes, 'change')}`
    : `Publish ${selected} of ${formatCount(changes, 'change')}`;
}
