import '@mantine/core/styles/Popover.layer.css';
import { Popover } from '@mantine/core';
import type { PublishStatus } from '@threadline/schema/publishing';
import { useEffect, useId, useState } from 'react';
import { useConnected } from '../../api/connection.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import classes from './publish-status-badge.module.css';
import { type PillText, pillText } from './publish-status-label.ts';
import { usePublishStatus } from './publishing-events.ts';

const PublishDetails = lazyComponent('PublishDetails', () => import('./publish-details.tsx'), {
  label: 'The publishing details',
});

/** The state of publishing, always in view; opens to the steps, the reason of a failure and the way to its field. */
export function PublishPill() {
  const status = usePublishStatus();
  const connected = useConnected();
  const text = pillText(status, connected);
  const seconds = useSeconds(text.tone === 'busy' && status !== undefined);
  const [opened, setOpened] = useState(false);
  const id = useId();

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={340}
      shadow="md"
      withRoles={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.pill}
          data-tone={text.tone}
          data-state={status?.state}
          aria-haspopup="dialog"
          aria-expanded={opened}
          aria-controls={opened ? id : undefined}
          onClick={() => setOpened((before) => !before)}
        >
          <span className={text.tone === 'busy' ? 'spinner' : classes.dot} aria-hidden="true" />
          <span className="visually-hidden">Publishing: </span>
          <strong>{text.words}</strong>
          {seconds > 0 ? <span>{seconds} s</span> : text.detail && <span className={classes.more}>{text.detail}</span>}
        </button>
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label="Publishing"
        id={id}
        className={classes.dropdown}
        // Takes the focus until the details are loaded.
        tabIndex={-1}
      >
        {status ? <PublishDetails status={status} /> : <p>Waiting for the server.</p>}
      </Popover.Dropdown>
      <Announcement status={status} text={text} />
    </Popover>
  );
}

/** Whole seconds since it became busy; 0 during the first one. */
function useSeconds(busy: boolean): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    setSeconds(0);
    if (!busy) return;
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, [busy]);
  return seconds;
}

/** The banner speaks about saving; this speaks only about what came of it, and never about the state found on arrival. */
function Announcement({ status, text }: { status: PublishStatus | undefined; text: PillText }) {
  const [arrivedAt] = useState(status?.revision);
  const news = status && status.revision !== arrivedAt && (status.state === 'live' || status.state === 'failed');
  return (
    <span className="visually-hidden" role="status">
      {news ? `${text.words}${status.state === 'failed' ? `: ${status.faults[0]?.detail ?? ''}` : ''}` : ''}
    </span>
  );
}
