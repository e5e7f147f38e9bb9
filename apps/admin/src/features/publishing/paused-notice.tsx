import { Link } from '@tanstack/react-router';
import { Alert } from '../../ui/alert.tsx';
import { PublishActionButton } from './publish-actions.tsx';
import { getResumeQuestion, usePublishing } from './publish-view.ts';

/** Says which release visitors see while publishing is paused, and how to end that. */
export function PausedNotice() {
  const { status, view } = usePublishing();
  if (!status?.pinnedRelease || !view?.pinnedRelease) return null;
  return (
    <Alert
      tone="warning"
      isStrip
      role="region"
      aria-label="Publishing is paused"
      actions={
        <>
          <Link to="/releases/version" search={{ revision: Number.parseInt(status.pinnedRelease, 10) }}>
            View and restore release {view.pinnedRelease}
          </Link>
          <PublishActionButton action={{ do: 'resume' }} question={getResumeQuestion(status)}>
            Resume publishing
          </PublishActionButton>
        </>
      }
    >
      <strong>
        {status.liveRelease === status.pinnedRelease
          ? `Visitors see release ${view.pinnedRelease} for now.`
          : `Release ${view.pinnedRelease} is being restored.`}
      </strong>{' '}
      Publishing is paused
      {status.pendingChanges > 0 ? (
        <>
          : <Link to="/releases">{view.pendingLabel}</Link>. To show the newest content, resume publishing.
        </>
      ) : (
        ', and new changes stay pending.'
      )}
    </Alert>
  );
}
