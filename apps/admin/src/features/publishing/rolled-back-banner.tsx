import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import strip from '../../ui/notice-strip.module.css';
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
        <section className={`alert ${strip.strip}`} data-tone="waiting" aria-label="Publishing is paused">
          <p>
            <strong>Rolled back to release {view.pinnedRelease}.</strong> Publishing is paused
            {status.pendingChanges > 0 ? (
              <>
                : <Link to="/releases">{view.pendingLabel}</Link>.
              </>
            ) : (
              ', and new saves stay pending.'
            )}
          </p>
          <PublishActionButton action={{ do: 'resume' }} question={getResumeQuestion(status)}>
            Resume publishing
          </PublishActionButton>
        </section>
      )}
    </div>
  );
}
