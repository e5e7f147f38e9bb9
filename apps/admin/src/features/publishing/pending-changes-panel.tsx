import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MissingAlt } from '@threadline/schema/alt-text';
import type { PendingChange, PublishStatus } from '@threadline/schema/publishing';
import { api, unwrap } from '../../api/client.ts';
import { formatTimestamp } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import list from '../../ui/record-list.module.css';
import { Loaded } from '../../ui/states.tsx';
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
    <section className="panel" aria-labelledby="pending-changes">
      <div className="panel-head">
        <h2 id="pending-changes">Pending changes</h2>
        {hasList && (
          <span className="tag" data-tone="waiting">
            {status.pendingChanges}
          </span>
        )}
      </div>
      <ReviewSwitch status={status} view={view} action={action} />
      <ErrorAlert className={list.alert} error={action.error} fallback="The request failed. Please try again." />
      {hasList ? (
        <PendingChanges status={status} view={view} action={action} />
      ) : (
        status.review && <p className={list.note}>Everything is live: visitors see all saved changes.</p>
      )}
    </section>
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
    <div className={classes.setting}>
      <Switch
        label="Review mode"
        description={review ? 'On: changes stay pending until you publish them.' : hint}
        checked={review}
        disabled={action.isPending}
        onChange={(event) => setReview(event.currentTarget.checked)}
      />
    </div>
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
            <div className={classes.publish}>
              <Button
                variant="filled"
                loading={action.isPending && action.variables.do === 'publish'}
                disabled={view.pinnedRelease !== undefined || pictures.length > 0}
                onClick={() => action.mutate({ do: 'publish', revision })}
              >
                {formatPublishLabel(changes.length)}
              </Button>
              {view.pinnedRelease && <p className="meta">Publishing is paused. Resume it first.</p>}
              <ScheduleForm
                schedule={status.schedule}
                isBusy={action.isPending}
                onSchedule={(at) => action.mutate({ do: 'schedule', at, revision })}
                onCancel={() => action.mutate({ do: 'unschedule' })}
              />
              <p className="meta">All changes become one release. You can roll it back.</p>
            </div>
          ) : (
            <p className={list.note}>Visitors see these changes when you resume publishing.</p>
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
  if (changes.length === 0) return <p className={list.note}>Only alt texts, or changes that were undone.</p>;
  return (
    <ul className={list.rows}>
      {changes.map(({ section, key, name, operation, at, by, fields }) => (
        <li key={`${section}.${key}`}>
          {operation === 'removed' ? (
            <strong>{name}</strong>
          ) : (
            <Link to="/content" search={{ section, item: key, field: fields[0]?.pointer || undefined }}>
              {name}
            </Link>
          )}
          <p className="meta">
            {operations[operation]} by {by ?? 'the system'}, {formatTimestamp(at)}
          </p>
          {operation === 'changed' && <ChangedFields fields={fields} />}
        </li>
      ))}
    </ul>
  );
}

/** The publisher refuses content images without alt text, so this asks for it before. */
function MissingAltTexts({ places }: { places: MissingAlt[] }) {
  const isOne = places.length === 1;
  return (
    <div className={`alert ${list.alert}`} role="alert">
      <div>
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
      </div>
    </div>
  );
}

function formatPublishLabel(changes: number): string {
  if (changes === 0) return 'Publish';
  return changes === 1 ? 'Publish 1 change' : `Publish ${changes} changes`;
}
