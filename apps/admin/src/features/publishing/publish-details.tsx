import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { capitalise } from '@threadline/schema/content/item-name';
import type { PublishStatus } from '@threadline/schema/wire/publishing';
import { useEffect, useRef } from 'react';
import { formatDateTime, formatRelativeTime, formatTime } from '../../format/time.ts';
import { type ActivityEntry, useActivity } from '../../store/activity-log.ts';
import { Alert } from '../../ui/alert.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useSiteUrl } from '../auth/session-options.ts';
import { pendingChangesQuery } from './pending-changes.ts';
import { PublishActionButton } from './publish-actions.tsx';
import { PublishErrors } from './publish-errors.tsx';
import classes from './publish-status.module.css';
import { describeTarget, type PublishStep, type PublishView } from './publish-view.ts';

/** The steps of the newest save, the reason of a failure with a link to its field, and the recent actions. */
export function PublishDetails({ status, view }: { status: PublishStatus; view: PublishView }) {
  const siteUrl = useSiteUrl();
  const targets = status.targets.map(describeTarget);
  const hasFailedTarget = targets.some(({ state }) => state === 'failed');
  const isPending = status.state === 'live' && view.hasPendingChanges && !view.pinnedRelease;
  // Pending changes have not been checked or published, so the steps of the live release would be misleading.
  const steps = isPending ? targets : [...view.steps, ...targets];
  // The popover moves the focus when it opens. If the status arrives later, this moves it, so that it is read first.
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack gap={12} fz="sm">
      <h2 tabIndex={-1} ref={heading} data-autofocus>
        {isPending ? view.pendingLabel : view.heading}
      </h2>
      {isPending ? (
        <PendingChanges status={status} heading={view.heading} />
      ) : (
        <>
          <PublishedBy status={status} />
          {view.hasPendingChanges && !view.pinnedRelease && (
            <p>
              <strong>{view.pendingLabel}.</strong> <Link to="/releases">Review and publish</Link>
            </p>
          )}
        </>
      )}
      {view.pinnedRelease && <p>New changes are saved, but not published until you resume publishing.</p>}
      {steps.length > 0 && <Steps steps={steps} />}
      {status.faults.length > 0 && (
        <Alert>
          <PublishErrors faults={status.faults} />
        </Alert>
      )}
      {(status.faults.length > 0 || hasFailedTarget) && (
        <div>
          <PublishActionButton action={{ do: 'retry' }}>Try again</PublishActionButton>
        </div>
      )}
      <RecentActivity />
      <Group fw={550}>
        <a href={siteUrl} target="_blank" rel="noopener">
          View Website
        </a>
        <Link to="/releases">Releases</Link>
      </Group>
    </Stack>
  );
}

function Steps({ steps }: { steps: readonly PublishStep[] }) {
  return (
    <Stack component="ol" gap={6}>
      {steps.map(({ label, detail, state }) => (
        <Group component="li" key={label} gap={10} wrap={state === 'failed' ? 'wrap' : 'nowrap'}>
          <i className="dot" data-tone={state && (state === 'failed' ? 'danger' : 'success')} />
          <Text span c={state === 'failed' ? 'var(--danger)' : state ? 'bright' : 'dimmed'}>
            {label}
          </Text>
          {detail && (
            <Text c="dimmed" ml={state === 'failed' ? 16 : 'auto'}>
              {detail}
            </Text>
          )}
        </Group>
      ))}
    </Stack>
  );
}

const maxNamed = 5;

/** The changes that visitors do not see yet, the way to publish them, and the release that visitors see. */
function PendingChanges({ status, heading }: { status: PublishStatus; heading: string }) {
  const changes = useQuery(pendingChangesQuery).data?.changes ?? [];
  const others = changes.length - maxNamed;
  return (
    <>
      <p>
        {status.schedule
          ? `Goes live ${formatDateTime(status.schedule.at)}.`
          : `Visitors do not see ${changes.length === 1 ? 'it' : 'them'} yet.`}
      </p>
      {changes.length > 0 && (
        <ul className={classes.names}>
          {changes.slice(0, maxNamed).map(({ section, key, name }) => (
            <li key={`${section}.${key}`}>{name}</li>
          ))}
          {others > 0 && <li>and {others} more</li>}
        </ul>
      )}
      <Button component={Link} to="/releases">
        Review and publish
      </Button>
      <PublishedBy status={status} prefix={`${heading} is live. `} />
    </>
  );
}

interface PublishedByProps {
  status: PublishStatus;
  /** The sentence before it. */
  prefix?: string;
}

/** "Published by Editor One, 2 minutes ago." Nothing for the seed and for changes of the system. */
function PublishedBy({ status: { state, savedBy, savedAt, liveAt }, prefix = '' }: PublishedByProps) {
  const now = useNow();
  const at = state === 'live' ? liveAt : savedAt;
  if (!savedBy || !at) return prefix;
  const verb = state === 'live' ? 'Published' : state === 'rolled-back' ? 'Paused' : 'Saved';
  return (
    <Text c="dimmed">
      {prefix}
      {verb} by {savedBy}, {formatRelativeTime(at, now)}
    </Text>
  );
}

/** The saves and publishes of this window, newest first. */
export function RecentActivity() {
  const entries = useActivity();
  if (entries.length === 0) return null;
  return (
    <Stack component="section" gap={6} className={classes.activity}>
      <h3>Your recent actions</h3>
      <Stack component="ol" gap={6}>
        {entries.map((entry, index) => {
          const { hasFailed, text } = describeEntry(entry);
          return (
            <Group component="li" key={`${entry.at} ${entries.length - index}`} gap={8} align="baseline" wrap="nowrap">
              <Text component="time" dateTime={entry.at} flex="none">
                {formatTime(entry.at)}
              </Text>
              <Text span c={hasFailed ? 'var(--danger)' : undefined}>
                {text}{' '}
                {'place' in entry && (
                  <Link to="/content" search={{ section: entry.place.section, item: entry.place.key }}>
                    Open
                  </Link>
                )}
              </Text>
            </Group>
          );
        })}
      </Stack>
    </Stack>
  );
}

function describeEntry(entry: ActivityEntry): { hasFailed: boolean; text: string } {
  if ('text' in entry) {
    const { text, problem } = entry;
    return problem
      ? { hasFailed: true, text: `${capitalise(text)}: ${problem}` }
      : { hasFailed: false, text: `Saved: ${text}.` };
  }
  const { state, liveReleaseNumber, faults } = entry.status;
  if (state === 'live')
    return { hasFailed: false, text: liveReleaseNumber === null ? 'Live.' : `Release ${liveReleaseNumber} is live.` };
  const reasons = faults.map(({ detail }) => detail).join(' ');
  return { hasFailed: true, text: `Not published. ${reasons}` };
}
