import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { MissingAlt } from '@threadline/schema/alt-text';
import type { PublishStatus } from '@threadline/schema/publishing';
import { sentenceOf } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { LoadFailure, SkeletonRows } from '../../ui/states.tsx';
import classes from './pending-changes.module.css';
import { WaitingList } from './pending-changes-list.tsx';
import { useReviewAction, useWaiting } from './pending-changes-query.ts';
import { ScheduleForm } from './schedule-form.tsx';

/** Review mode: what waits, one press that publishes it, or a time at which it goes live by itself. */
export function WaitingPanel({ status }: { status: PublishStatus }) {
  const action = useReviewAction();
  const isWaiting = status.review && status.workingRevision > status.revision;
  const isHeld = status.pinnedRelease !== null;

  return (
    <section className="panel" aria-labelledby="waiting">
      <div className="panel-head">
        <h2 id="waiting">Pending changes</h2>
        {(isWaiting || isHeld) && (
          <span className="tag" data-tone="waiting">
            {status.pendingChanges}
          </span>
        )}
      </div>
      <ReviewSwitch status={status} isWaiting={isWaiting} action={action} />
      {action.error && (
        <div className={`alert ${classes.problem}`} role="alert">
          {sentenceOf(action.error, 'That did not work. Please try again.')}
        </div>
      )}
      {status.review && !isWaiting && !isHeld && (
        <p className={classes.nothing}>Nothing waits: visitors see all that was saved until now.</p>
      )}
      {(isWaiting || isHeld) && <Waiting status={status} action={action} isWaiting={isWaiting} />}
    </section>
  );
}

interface PartProps {
  status: PublishStatus;
  action: ReturnType<typeof useReviewAction>;
}

function ReviewSwitch({ status, isWaiting, action }: PartProps & { isWaiting: boolean }) {
  const confirm = useConfirm();
  const turn = async (review: boolean) => {
    const question = {
      title: 'Turn review mode off?',
      text: 'What waits is published now, and from then on every save at once.',
      action: 'Publish all and turn it off',
      danger: false,
    };
    if (review || !isWaiting || (await confirm(question))) action.mutate({ do: 'turn', review });
  };
  return (
    <div className={classes.setting}>
      <Switch
        label="Review mode"
        description={reviewWords(status)}
        checked={status.review}
        disabled={action.isPending}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
    </div>
  );
}

function reviewWords({ review, pinnedRelease }: PublishStatus): string {
  if (review) return 'Saves wait here until you publish them.';
  if (pinnedRelease !== null)
    return 'Off, but publishing is paused after a rollback: saves stay pending until you resume.';
  return 'Off: every save is published at once.';
}

function Waiting({ status, action, isWaiting }: PartProps & { isWaiting: boolean }) {
  const waiting = useWaiting();
  if (!waiting.data) {
    if (!waiting.error) return <SkeletonRows rows={2} />;
    return <LoadFailure what="The list could not be loaded." error={waiting.error} onRetry={() => waiting.refetch()} />;
  }
  const { changes, revision, pictures } = waiting.data;
  const isHeld = status.pinnedRelease !== null;
  return (
    <>
      <WaitingList changes={changes} />
      {pictures.length > 0 && <WordlessPictures places={pictures} />}
      {!isWaiting && <p className={classes.nothing}>Visitors see these when you resume publishing.</p>}
      {isWaiting && (
        <div className={classes.foot}>
          <Button
            variant="filled"
            loading={action.isPending && action.variables.do === 'publish'}
            disabled={isHeld || pictures.length > 0}
            onClick={() => action.mutate({ do: 'publish', revision })}
          >
            {publishWords(changes.length)}
          </Button>
          {isHeld && <p className="meta">Publishing is paused after a rollback. Resume it first.</p>}
          <ScheduleForm
            schedule={status.schedule}
            busy={action.isPending}
            onSchedule={(at) => action.mutate({ do: 'schedule', at, revision })}
            onCancel={() => action.mutate({ do: 'unschedule' })}
          />
          <p className="meta">One release. You can bring the one before back.</p>
        </div>
      )}
    </>
  );
}

/** What the publisher would stop, before it is asked to. */
function WordlessPictures({ places }: { places: MissingAlt[] }) {
  return (
    <div className={`alert ${classes.problem}`} role="alert">
      <div>
        <p>
          <strong>
            {places.length === 1 ? 'A picture has no description' : `${places.length} pictures have no description`}
          </strong>
          , so nothing can be published. Describe {places.length === 1 ? 'it' : 'them'}, or mark{' '}
          {places.length === 1 ? 'it' : 'them'} as decorative.
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

function publishWords(changes: number): string {
  if (changes === 0) return 'Publish';
  return changes === 1 ? 'Publish 1 change' : `Publish ${changes} changes`;
}
