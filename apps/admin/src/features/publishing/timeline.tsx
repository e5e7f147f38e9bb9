import { IconRotate } from '@tabler/icons-react';
import type { FailedPublish, Release } from '@threadline/schema/publishing';
import { Fragment, type ReactNode, useRef } from 'react';
import { releaseNumber } from '../../format/release-number.ts';
import { seedRevision } from '../../format/seed-revision.ts';
import { formatDuration, formatFileSize, formatTimestamp } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import { ChangedFields } from './changed-fields.tsx';
import { PublishErrors } from './publish-errors.tsx';
import classes from './releases.module.css';

interface TimelineProps {
  releases: Release[];
  failures: FailedPublish[];
  /** The id of the release that a rollback is running for. */
  busyId: string | undefined;
  onRollBack: (release: Release) => void;
}

/** The releases and the failed publishes, newest first. */
export function Timeline({ releases, failures, busyId, onRollBack }: TimelineProps) {
  if (releases.length + failures.length === 0) return <EmptyState>Nothing has been published yet.</EmptyState>;
  const entries = [
    ...failures.map((failure) => ({
      id: `failed ${failure.at}`,
      at: failure.at,
      entry: <FailedEntry failure={failure} />,
    })),
    ...releases.map((release) => ({
      id: release.id,
      at: release.createdAt,
      entry: <ReleaseEntry release={release} isBusy={busyId === release.id} onRollBack={onRollBack} />,
    })),
  ].sort((one, other) => other.at.localeCompare(one.at));
  return (
    <section className="panel">
      <div className="panel-head">
        <h2>Timeline</h2>
        <span className="meta">A rollback is instant and can be undone.</span>
      </div>
      <ol className={classes.timeline}>
        {entries.map(({ id, entry }) => (
          <Fragment key={id}>{entry}</Fragment>
        ))}
      </ol>
    </section>
  );
}

function Heading({ title, at, children }: { title: string; at: string; children: ReactNode }) {
  return (
    <p className={classes.name}>
      <strong>{title}</strong>
      {children}
      <time dateTime={at} className="dimmed">
        {formatTimestamp(at)}
      </time>
    </p>
  );
}

interface ReleaseEntryProps {
  release: Release;
  isBusy: boolean;
  onRollBack: (release: Release) => void;
}

function ReleaseEntry({ release, isBusy, onRollBack }: ReleaseEntryProps) {
  const entry = useRef<HTMLLIElement>(null);
  useFocusFallback(entry);
  const { id, live, available, createdAt, files, bytes, fields, fieldCount } = release;
  const moreFields = fieldCount - fields.length;
  return (
    <li data-live={live || undefined} ref={entry} tabIndex={-1}>
      <div>
        <Heading title={`Release ${releaseNumber(id)}`} at={createdAt}>
          {live && (
            <span className="tag" data-tone="good">
              Live
            </span>
          )}
        </Heading>
        <p>{describeChanges(release)}</p>
        <ChangedFields fields={fields} />
        {moreFields > 0 && <p className="meta">and {moreFields} more</p>}
        <p className="meta">
          {files} files, {formatFileSize(bytes)}
          {formatRenderTime(release)}
        </p>
      </div>
      {!live && available && (
        <Button size="xs" loading={isBusy} onClick={() => onRollBack(release)} leftSection={<IconRotate size={14} />}>
          Roll back
        </Button>
      )}
      {!available && <span className="meta">Too old to roll back to</span>}
    </li>
  );
}

function FailedEntry({ failure: { revision, at, by, faults } }: { failure: FailedPublish }) {
  return (
    <li data-failed>
      <div>
        <Heading title={`Revision ${revision}`} at={at}>
          <span className="tag" data-tone="bad">
            Not published
          </span>
        </Heading>
        <PublishErrors faults={faults} />
        <p className="meta">Saved by {by ?? 'the system'}. Visitors saw no change.</p>
      </div>
    </li>
  );
}

const list = new Intl.ListFormat('en-IN');

const verbs: Record<Release['changes'][number]['operation'], string> = {
  added: 'added',
  restored: 'restored',
  changed: 'changed',
  moved: 'moved',
  removed: 'removed',
};

/** Returns who changed what in a release: "Editor One changed 3 items, including Hero: Title". */
export function describeChanges({
  revision,
  changes,
  changeCount,
  changedBy,
}: Pick<Release, 'revision' | 'changes' | 'changeCount' | 'changedBy'>): string {
  const [first] = changes;
  if (!first) return 'Republished without changes';
  if (revision === seedRevision) return 'The site was published for the first time';
  const authors = list.format(changedBy.map((name) => name ?? 'The system'));
  const operations = new Set(changes.map(({ operation }) => operation));
  // The operations of changes that are not listed are unknown.
  const isAlike = operations.size === 1 && changes.length === changeCount;
  const verb = verbs[isAlike ? first.operation : 'changed'];
  const items = changeCount === 1 ? first.name : `${changeCount} items, including ${first.name}`;
  return `${authors} ${verb} ${items}`;
}

function formatRenderTime({ steps }: Release): string {
  const totalMs = Object.values(steps).reduce((sum, ms) => sum + ms, 0);
  return totalMs > 0 ? `, rendered in ${formatDuration(totalMs)}` : '';
}
