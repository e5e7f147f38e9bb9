import '@mantine/core/styles/Popover.layer.css';
import { Popover } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { PublishStatus } from '@threadline/schema/publishing';
import { useEffect, useId, useRef, useState } from 'react';
import { usePublishStatus } from '../publishing-events.ts';
import { releaseNumber } from '../ui/release-number.ts';
import { seedRevision } from '../ui/seed-revision.ts';
import { agoOf, dateTimeOf, durationOf, momentOf, timeOf } from '../ui/time.ts';
import { useNow } from '../ui/use-now.ts';
import { useConnected } from './connection.ts';
import { FaultLine, faultId } from './fault-line.tsx';
import { PublishActionButton } from './publish-actions.tsx';
import classes from './publish-pill.module.css';

export interface PillText {
  tone: 'idle' | 'busy' | 'good' | 'waiting' | 'bad';
  words: string;
  detail?: string;
}

/** What the pill says. "Live" only after the public address showed the release. */
export function pillText(status: PublishStatus | undefined, connected: boolean): PillText {
  if (!connected) return { tone: 'idle', words: 'Offline', detail: 'trying again' };
  if (!status) return { tone: 'busy', words: 'Connecting' };
  switch (status.state) {
    case 'saved':
      return { tone: 'idle', words: 'Saved' };
    case 'switched':
      if (status.faults.length > 0) return { tone: 'waiting', words: 'Published', detail: 'not seen yet' };
      return { tone: 'busy', words: 'Publishing' };
    case 'publishing':
      return { tone: 'busy', words: 'Publishing' };
    case 'failed':
      return { tone: 'bad', words: 'Not published', detail: 'site unchanged' };
    case 'held':
      return { tone: 'waiting', words: 'Held', detail: `at release ${releaseNumber(status.heldRelease)}` };
    case 'live': {
      if (status.review && status.workingRevision > status.revision) return waitingText(status);
      const detail = status.liveAt ? timeOf(status.liveAt) : undefined;
      const duration = waitOf(status);
      return { tone: 'good', words: duration ? `Live in ${duration}` : 'Live', detail };
    }
  }
}

/** "4 changes waiting", and when they go live by themselves. */
function waitingText({ waiting, schedule }: PublishStatus): PillText {
  const words = waiting === 1 ? '1 change waiting' : waiting > 0 ? `${waiting} changes waiting` : 'Changes waiting';
  return { tone: 'waiting', words, detail: schedule ? momentOf(schedule.at) : undefined };
}

const longestWaitMs = 60_000;

/** How long a save took to be seen, in words; undefined when nobody can have been waiting for it. */
function waitOf({ revision, liveMs }: PublishStatus): string | undefined {
  if (liveMs === null || revision <= seedRevision || liveMs > longestWaitMs) return undefined;
  return durationOf(liveMs);
}

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
      <Popover.Dropdown role="dialog" aria-label="Publishing" id={id}>
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

function PublishDetails({ status }: { status: PublishStatus }) {
  // The focus begins here, so that what happened is read before the links. The trap puts it here when the popover opens;
  // when the server answers later than that, nobody else would.
  const begin = useRef<HTMLHeadingElement>(null);
  useEffect(() => begin.current?.focus(), []);
  const order = ['saved', 'publishing', 'switched', 'live'];
  const duration = waitOf(status);
  const reached = status.state === 'failed' ? 1 : status.state === 'held' ? -1 : order.indexOf(status.state);
  const steps = [
    { words: 'Saved', detail: status.savedAt && dateTimeOf(status.savedAt) },
    { words: status.state === 'failed' ? 'Rendered and checked: stopped' : 'Rendered and checked' },
    { words: 'Written and switched' },
    {
      words: 'Seen on the public site',
      detail: status.state === 'live' && duration && `after ${duration}`,
    },
  ];
  return (
    <div className={classes.details}>
      <h2 tabIndex={-1} ref={begin} data-autofocus>
        {heading(status)}
      </h2>
      <PublishedBy status={status} />
      {status.state === 'held' ? (
        <p>New saves are kept, but not published, until you resume.</p>
      ) : (
        <ol className={classes.steps}>
          {steps.map(({ words, detail }, step) => (
            <li
              key={words}
              data-reached={step <= reached || undefined}
              data-failed={(status.state === 'failed' && step === 1) || undefined}
            >
              <span>{words}</span>
              {detail && <span className="dimmed">{detail}</span>}
            </li>
          ))}
        </ol>
      )}
      {status.faults.map((fault) => (
        <div className="alert" key={faultId(fault)}>
          <div>
            <FaultLine fault={fault} />
          </div>
        </div>
      ))}
      {status.faults.length > 0 && (
        <div>
          <PublishActionButton action="retry">Try again</PublishActionButton>
        </div>
      )}
      {status.review && status.workingRevision > status.revision && (
        <p>
          <strong>{waitingText(status).words}.</strong>{' '}
          {status.schedule ? `Goes live ${momentOf(status.schedule.at)}. ` : 'Visitors do not see them yet. '}
          <Link to="/releases">See and publish</Link>
        </p>
      )}
      <div className={classes.links}>
        <a href="/" target="_blank" rel="noopener">
          View on the site
        </a>
        <Link to="/releases">All releases</Link>
      </div>
    </div>
  );
}

/** "Published by Editor One, 2 minutes ago." The seed and what the system does are nobody's. */
function PublishedBy({ status: { state, savedBy, savedAt, liveAt } }: { status: PublishStatus }) {
  const now = useNow();
  const at = state === 'live' ? liveAt : savedAt;
  if (!savedBy || !at) return null;
  const verb = state === 'live' ? 'Published' : state === 'held' ? 'Brought back' : 'Saved';
  return (
    <p className="dimmed">
      {verb} by {savedBy}, {agoOf(at, now)}
    </p>
  );
}

function heading(status: PublishStatus): string {
  if (status.state === 'failed')
    return `Change ${status.revision} was not published. Visitors still see release ${releaseNumber(status.liveRelease)}.`;
  if (status.state === 'live' || status.state === 'held') return `Release ${releaseNumber(status.liveRelease)}`;
  return `Change ${status.revision}`;
}
