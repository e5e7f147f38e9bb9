import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import { PublishActionButton } from './publish-actions.tsx';
import { getResumeQuestion, usePublishing } from './publish-view.ts';

/** On every screen after a rollback: visitors do not see new saves. */
export function RolledBackBanner() {
  const place = useRef<HTMLDivElement>(null);
  // The button disappears with the banner, so this element takes the focus.
  useFocusFallback(place);
  const { status, view } = usePublishing();
  return (
    <div ref={place} tabIndex={-1}>
      {status && view?.pinnedRelease && (
        <Alert
          tone="warning"
          isStrip
          role="region"
          aria-label="Publishing is paused"
          actions={
            <>
              <Link to="/releases/version" search={{ revision: Number.parseInt(view.pinnedRelease, 10) }}>
                Continue from this release
              </Link>
              <PublishActionButton action={{ do: 'resume' }} question={getResumeQuestion(status)}>
                Resume publishing
              </PublishActionButton>
            </>
          }
        >
          <strong>Visitors see release {view.pinnedRelease} for now.</strong> Publishing is paused
          {status.pendingChanges > 0 ? (
            <>
              : <Link to="/releases">{view.pendingLabel}</Link>.
            </>
          ) : (
            ', and new saves stay pending.'
          )}
        </Alert>
      )}
    </div>
  );
}
