import { Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MissingAlt } from '@threadline/schema/content/alt-text';
import type { PendingChange, PublishStatus } from '@threadline/schema/wire/publishing';
import { api, unwrap } from '../../api/client.ts';
import { formatCount } from '../../format/numbers.ts';
import { formatTimestamp } from '../../format/time.ts';
import { Alert, ErrorAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Note, RecordList } from '../../ui/record-list.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { ChangedFields } from './changed-fields.tsx';
import { usePublishAction } from './publish-actions.tsx';
import type { PublishView } from './publish-view.ts';
import { pendingChangesKey } from './publishing-events.ts';
import classes from './releases.module.css';
import { ScheduleForm } from './schedule-form.tsx';

interface PendingChangesProps {
  status: PublishStatus;
  view: PublishView;
}

/** Review mode: the pending changes, the button that publishes them, and the schedule. */
export function PendingChangesPanel({ status, view }: PendingChangesProps) {
  const action = usePublishAction();
  const hasList = view.hasPendingChanges || view.pinnedRelease !== undefined;
  return (
    <Panel
      title="Pending changes"
      extra={hasList && <Tag tone="warning">{status.pendingChanges}</Tag>}
      className={classes.pending}
    >
      <ReviewSwitch status={status} view={view} action={action} />
      <ErrorAlert error={action.error} fallback="The request failed. Please try again." />
      {hasList ? (
        <PendingChanges status={status} view={view} action={action} />
      ) : (
        status.review && <Note>Everything is live: visitors see all saved changes.</Note>
      )}
    </Panel>
  );
}

interface ActionProps extends PendingChangesProps {
  action: ReturnType<typeof usePublishAction>;
}

function ReviewSwitch({ status: { review }, view, action }: ActionProps) {
  const confirm = useConfirm();
  const setReview = async (next: boolean) => {
    const question = {
      title: 'Turn review mode off?',
      text: 'All pending changes are published now. After that, every save is published at once.',
      action: 'Publish all and turn off',
      danger: false,
    };
    if (next || !view.hasPendingChanges || (await confirm(question))) action.mutate({ do: 'set-review', review: next });
  };
  const hint = view.pinnedRelease
    ? 'Off, but publishing is paused after a rollback.'
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

function PendingChanges({ status, view, action }: ActionProps) {
  const query = useQuery({
    queryKey: pendingChangesKey,
    queryFn: () => unwrap(api.client.publishing['pending-changes'].$get()),
  });
  return (
    <Loaded query={query} what="The pending changes could not be loaded." rows={2}>
      {({ changes, revision, pictures }) => (
        <>
          <ChangeList changes={changes} />
          {pictures.length > 0 && <MissingAltTexts places={pictures} />}
          {view.hasPendingChanges ? (
            <Stack gap={10} p="md" className={classes.publish}>
              <Button
                variant="filled"
                loading={action.isPending && action.variables.do === 'publish'}
                disabled={view.pinnedRelease !== undefined || pictures.length > 0}
                onClick={() => action.mutate({ do: 'publish', revision })}
              >
                {formatPublishLabel(changes.length)}
              </Button>
              {view.pinnedRelease && <small>Publishing is paused. Resume it first.</small>}
              <ScheduleForm
                schedule={status.schedule}
                isBusy={action.isPending}
                onSchedule={(at) => action.mutate({ do: 'schedule', at, revision })}
                onCancel={() => action.mutate({ do: 'unschedule' })}
              />
              <small>All changes become one release. You can roll it back.</small>
            </Stack>
          ) : (
            <Note>Visitors see these changes when you resume publishing.</Note>
          )}
        </>
      )}
    </Loaded>
  );
}

const operations: Record<PendingChange['operation'], string> = {
  added: 'Added',
  restored: 'Restored',
  changed: 'Changed',
  moved: 'Moved',
  removed: 'Removed',
};

function ChangeList({ changes }: { changes: PendingChange[] }) {
  return (
    <RecordList items={changes} empty="Only alt texts, or changes that were undone.">
      {({ section, key, name, operation, at, by, fields }) => (
        <li key={`${section}.${key}`}>
          {operation === 'removed' ? (
            <strong>{name}</strong>
          ) : (
            <Link to="/content" search={{ section, item: key, field: fields[0]?.pointer || undefined }}>
              {name}
            </Link>
          )}
          <p>
            <small>
              {operations[operation]} by {by ?? 'the system'}, {formatTimestamp(at)}
            </small>
          </p>
          {operation === 'changed' && <ChangedFields fields={fields} />}
        </li>
      )}
    </RecordList>
  );
}

/** The publisher refuses content images without alt text, so this asks for it before. */
function MissingAltTexts({ places }: { places: MissingAlt[] }) {
  const isOne = places.length === 1;
  return (
    <Alert role="alert">
      <p>
        <strong>{isOne ? 'An image has no alt text' : `${places.length} images have no alt text`}</strong>, so nothing
        can be published. Describe {isOne ? 'it' : 'them'}, or mark {isOne ? 'it' : 'them'} as decorative.
      </p>
      <ul>
        {places.map(({ section, key, name, pointer }) => (
          <li key={`${section}.${key}${pointer}`}>
            <Link to="/content" search={{ section, item: key, field: pointer }}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function formatPublishLabel(changes: number): string {
  return changes === 0 ? 'Publish' : `Publish ${formatCount(changes, 'change')}`;
}
