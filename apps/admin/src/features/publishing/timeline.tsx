import { IconRotate } from '@tabler/icons-react';
import type { FailedPublish, Release } from '@threadline/schema/publishing';
import { useRef } from 'react';
import { releaseNumber } from '../../format/release-number.ts';
import { seedRevision } from '../../format/seed-revision.ts';
import { durationOf, momentOf, sizeOf } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useFocusStays } from '../../ui/use-focus-fallback.ts';
import { BeforeAfter } from './before-after.tsx';
import { FaultLine, faultId } from './fault-line.tsx';
import classes from './releases.module.css';

interface TimelineProps {
  releases: Release[];
  failures: FailedPublish[];
  /** The release that is being brought back. */
  busy: string | undefined;
  onBringBack: (release: Release) => void;
}

/** What was public when, and what was stopped on its way, newest first. */
export function Timeline({ releases, failures, busy, onBringBack }: TimelineProps) {
  if (releases.length + failures.length === 0) return <EmptyState>Nothing has been published yet.</EmptyState>;
  return (
    <section className="panel">
      <div className="panel-head">
        <h2>Timeline</h2>
        <span className="meta">Bringing one back takes a moment and loses nothing.</span>
      </div>
      <ol className={classes.timeline}>
        {inOrder(releases, failures).map((entry) =>
          'faults' in entry ? (
            <FailedEntry key={`failed ${entry.at}`} failure={entry} />
          ) : (
            <ReleaseEntry key={entry.id} release={entry} isBusy={busy === entry.id} onBringBack={onBringBack} />
          ),
        )}
      </ol>
    </section>
  );
}

/** By time; a release that was made twice stands where it was made last. */
function inOrder(releases: Release[], failures: FailedPublish[]): (Release | FailedPublish)[] {
  const timeOf = (entry: Release | FailedPublish) => ('faults' in entry ? entry.at : entry.createdAt);
  return [...releases, ...failures].sort((one, other) => timeOf(other).localeCompare(timeOf(one)));
}

interface ReleaseEntryProps {
  release: Release;
  isBusy: boolean;
  onBringBack: (release: Release) => void;
}

function ReleaseEntry({ release, isBusy, onBringBack }: ReleaseEntryProps) {
  const entry = useRef<HTMLLIElement>(null);
  useFocusStays(entry);
  return (
    <li data-live={release.live || undefined} ref={entry} tabIndex={-1}>
      <div>
        <p className={classes.name}>
          <strong>Release {releaseNumber(release.id)}</strong>
          {release.live && (
            <span className="tag" data-tone="good">
              Live
            </span>
          )}
          <time dateTime={release.createdAt} className="dimmed">
            {momentOf(release.createdAt)}
          </time>
        </p>
        <p>{changeWords(release)}</p>
        <ChangedFields {...release} />
        <p className="meta">
          {release.files} files, {sizeOf(release.bytes)}
          {stepWords(release)}
        </p>
      </div>
      {!release.live && release.available && (
        <Button size="xs" loading={isBusy} onClick={() => onBringBack(release)} leftSection={<IconRotate size={14} />}>
          Bring back
        </Button>
      )}
      {!release.available && <span className="meta">no longer kept</span>}
    </li>
  );
}

/** What differs in the item that `changeWords` names. */
function ChangedFields({ fields, fieldCount }: Pick<Release, 'fields' | 'fieldCount'>) {
  const more = fieldCount - fields.length;
  return (
    <>
      {fields.map(({ pointer, label, before, after }) => (
        <p key={pointer} className={classes.words}>
          {pointer !== '' && <span className="dimmed">{label}: </span>}
          <BeforeAfter before={before} after={after} />
        </p>
      ))}
      {more > 0 && <p className="meta">and {more} more</p>}
    </>
  );
}

function FailedEntry({ failure: { revision, at, by, faults } }: { failure: FailedPublish }) {
  return (
    <li data-failed>
      <div>
        <p className={classes.name}>
          <strong>Change {revision}</strong>
          <span className="tag" data-tone="bad">
            Not published
          </span>
          <time dateTime={at} className="dimmed">
            {momentOf(at)}
          </time>
        </p>
        {faults.map((fault) => (
          <p key={faultId(fault)}>
            <FaultLine fault={fault} />
          </p>
        ))}
        <p className="meta">Saved by {by ?? 'the system'}; visitors saw no change.</p>
      </div>
    </li>
  );
}

const listed = new Intl.ListFormat('en-IN');

const verbs: Record<Release['changes'][number]['operation'], string> = {
  added: 'added',
  restored: 'brought back',
  changed: 'changed',
  moved: 'moved',
  removed: 'removed',
};

export function changeWords({
  revision,
  changes,
  changeCount,
  changedBy,
}: Pick<Release, 'revision' | 'changes' | 'changeCount' | 'changedBy'>): string {
  const [first] = changes;
  if (!first) return 'The same content, made again';
  if (revision === seedRevision) return 'The site was published for the first time';
  const who = listed.format(changedBy.map((name) => name ?? 'The system'));
  const operations = new Set(changes.map(({ operation }) => operation));
  // What is not listed may be anything.
  const isAlike = operations.size === 1 && changes.length === changeCount;
  const verb = verbs[isAlike ? first.operation : 'changed'];
  return changeCount === 1
    ? `${who} ${verb} ${first.name}`
    : `${who} ${verb} ${changeCount} items, such as ${first.name}`;
}

function stepWords({ steps }: Release): string {
  const total = Object.values(steps).reduce((sum, ms) => sum + ms, 0);
  return total > 0 ? `, made in ${durationOf(total)}` : '';
}
