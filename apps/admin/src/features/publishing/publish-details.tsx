import { Link } from '@tanstack/react-router';
import type { PublishStatus } from '@threadline/schema/publishing';
import { useEffect, useRef } from 'react';
import { releaseNumber } from '../../format/release-number.ts';
import { agoOf, dateTimeOf, momentOf } from '../../format/time.ts';
import { useNow } from '../../ui/use-now.ts';
import { ActivityList } from './activity-list.tsx';
import { FaultLine, faultId } from './fault-line.tsx';
import { PublishActionButton } from './publish-actions.tsx';
import classes from './publish-status-badge.module.css';
import { waitingText, waitOf } from './publish-status-label.ts';

/** The steps of the newest save, the reason of a failure with the way to its field, and what happened before. */
export function PublishDetails({ status }: { status: PublishStatus }) {
  // The focus begins here, so that what happened is read before the links. The trap puts it here when the popover opens;
  // when the server answers later than that, nobody else would.
  const begin = useRef<HTMLHeadingElement>(null);
  useEffect(() => begin.current?.focus(), []);
  const order = ['saved', 'publishing', 'activated', 'live'];
  const duration = waitOf(status);
  const reached =
    status.state === 'failed' ? 1 : order.indexOf(status.state === 'unverified' ? 'activated' : status.state);
  const steps = [
    { words: 'Saved', detail: status.savedAt && dateTimeOf(status.savedAt) },
    { words: status.state === 'failed' ? 'Rendered and checked: stopped' : 'Rendered and checked' },
    { words: 'Written and activated' },
    {
      words: 'Verified on the public site',
      detail: status.state === 'live' && duration && `after ${duration}`,
    },
  ];
  return (
    <div className={classes.details}>
      <h2 tabIndex={-1} ref={begin} data-autofocus>
        {heading(status)}
      </h2>
      <PublishedBy status={status} />
      {status.state === 'rolled-back' ? (
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
      <ActivityList />
      <div className={classes.links}>
        <a href="/" target="_blank" rel="noopener">
          View on the site
        </a>
        <Link to="/releases">Releases</Link>
      </div>
    </div>
  );
}

/** "Published by Editor One, 2 minutes ago." The seed and what the system does are nobody's. */
function PublishedBy({ status: { state, savedBy, savedAt, liveAt } }: { status: PublishStatus }) {
  const now = useNow();
  const at = state === 'live' ? liveAt : savedAt;
  if (!savedBy || !at) return null;
  const verb = state === 'live' ? 'Published' : state === 'rolled-back' ? 'Rolled back' : 'Saved';
  return (
    <p className="dimmed">
      {verb} by {savedBy}, {agoOf(at, now)}
    </p>
  );
}

function heading(status: PublishStatus): string {
  if (status.state === 'failed')
    return `Change ${status.revision} was not published. Visitors still see release ${releaseNumber(status.liveRelease)}.`;
  if (status.state === 'live' || status.state === 'rolled-back') return `Release ${releaseNumber(status.liveRelease)}`;
  return `Change ${status.revision}`;
}
