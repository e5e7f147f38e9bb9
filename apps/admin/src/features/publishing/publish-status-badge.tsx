import { Loader } from '@mantine/core';
import type { PublishStatus } from '@threadline/schema/wire/publishing';
import { useEffect, useId, useState } from 'react';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import classes from './publish-status.module.css';
import { type PublishBadge, usePublishing } from './publish-view.ts';

const PublishDetails = lazyComponent('PublishDetails', () => import('./publish-details.tsx'), {
  label: 'The publishing details',
});

/** The publishing status on every screen. Opens the steps, the reason of a failure and the recent actions. */
export function PublishStatusBadge() {
  const { status, view, badge } = usePublishing();
  const seconds = useSeconds(badge.tone === 'busy' && status !== undefined);
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();

  return (
    <>
      <button
        type="button"
        className={classes.badge}
        data-tone={badge.tone}
        data-state={status?.state}
        title={badge.title}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        popoverTarget={id}
      >
        {badge.tone === 'busy' ? <Loader size={14} /> : <span className="dot" aria-hidden="true" />}
        <span className="visually-hidden">Publishing: </span>
        <strong>{badge.label}</strong>
        {seconds > 0 ? (
          <span>{seconds} s</span>
        ) : (
          badge.detail && <span className={classes.badgeDetail}>{badge.detail}</span>
        )}
      </button>
      {/* A popover of the browser: that of Mantine would be a tenth of the dashboard's scripts. */}
      <div
        popover="auto"
        id={id}
        role="dialog"
        aria-label="Publishing"
        className={classes.details}
        // Takes the focus until the details have loaded.
        tabIndex={-1}
        onToggle={({ newState, currentTarget }) => {
          setIsOpen(newState === 'open');
          if (newState === 'open') currentTarget.focus();
        }}
        // It lies above every dialog, so it closes when the command palette takes the focus.
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover();
        }}
      >
        {isOpen && (status && view ? <PublishDetails status={status} view={view} /> : <p>Waiting for the server.</p>)}
      </div>
      <Announcement status={status} badge={badge} />
    </>
  );
}

/** Returns the whole seconds since it became busy; 0 during the first one. */
function useSeconds(isBusy: boolean): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    setSeconds(0);
    if (!isBusy) return;
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, [isBusy]);
  return seconds;
}

/** Announces the outcome of publishing, but not the status that the screen opened with. The banner announces saves. */
function Announcement({ status, badge }: { status: PublishStatus | undefined; badge: PublishBadge }) {
  const [firstRevision] = useState(status?.revision);
  const isNew = status && status.revision !== firstRevision;
  const reason = status?.state === 'failed' ? `: ${status.faults[0]?.detail ?? ''}` : '';
  return (
    <span className="visually-hidden" role="status">
      {isNew && (status.state === 'live' || status.state === 'failed') ? `${badge.label}${reason}` : ''}
    </span>
  );
}
