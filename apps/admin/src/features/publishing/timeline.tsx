import { Box, Group, Menu, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { BackupRestore, FailedPublish, Release } from '@threadline/schema/wire/publishing';
import { Fragment, type ReactNode, useRef } from 'react';
import { formatCount, seedRevision } from '../../format/numbers.ts';
import { describeStep, type Step } from '../../format/steps.ts';
import { formatDateTime } from '../../format/time.ts';
import { visibilityNouns, visibilityStates, visibilityVerbs } from '../../format/visibility.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Note, Rows } from '../../ui/record-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import { ChangedFields } from './changed-fields.tsx';
import { PublishErrors } from './publish-errors.tsx';
import classes from './timeline.module.css';
import { findVisibilityChange } from './visibility-change.ts';

interface TimelineProps {
  releases: Release[];
  failures: FailedPublish[];
  restores: BackupRestore[];
  /** The id of the release that a rollback is running for. */
  busyId: string | undefined;
  onRollBack: (release: Release) => void;
}

/** The releases, the failed publishes and the restores of backups, newest first. */
export function Timeline({ releases, failures, restores, busyId, onRollBack }: TimelineProps) {
  if (releases.length + failures.length + restores.length === 0)
    return <EmptyState>Nothing has been published yet.</EmptyState>;
  const entries = [
    ...groupFailures(failures, releases).map((group) => ({
      id: `failed ${group.failure.at}`,
      at: group.failure.at,
      entry: <FailedEntry {...group} />,
    })),
    ...restores.map((restore) => ({
      id: `restored ${restore.at}`,
      at: restore.at,
      entry: <RestoreEntry restore={restore} />,
    })),
    ...releases.map((release) => ({
      id: release.id,
      at: release.createdAt,
      entry: <ReleaseEntry release={release} isBusy={busyId === release.id} onRollBack={onRollBack} />,
    })),
  ].sort((one, other) => other.at.localeCompare(one.at));
  return (
    <Panel title="Releases so far">
      <Note>A release is the whole site as visitors saw it from that moment on.</Note>
      <Rows>
        {entries.map(({ id, entry }) => (
          <Fragment key={id}>{entry}</Fragment>
        ))}
      </Rows>
    </Panel>
  );
}

interface HeadingProps {
  title: string;
  at: string;
  tone?: 'success' | 'danger' | undefined;
  children?: ReactNode;
}

function Heading({ title, at, tone, children }: HeadingProps) {
  return (
    <Group gap="6px 12px" fz="md">
      <i className="dot" data-tone={tone} aria-hidden="true" />
      <strong>{title}</strong>
      {children}
      <Text component="time" dateTime={at} c="dimmed">
        {formatDateTime(at)}
      </Text>
    </Group>
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
  const { number, revision, live, available, createdAt } = release;
  return (
    <li ref={entry} tabIndex={-1}>
      <Box flex="1 1 300px">
        <Heading title={`Release ${number}`} at={createdAt} tone={live ? 'success' : undefined}>
          {live && <Tag tone="success">Live</Tag>}
        </Heading>
        <p>{describeChanges(release)}</p>
        <ReleaseChanges release={release} />
      </Box>
      {!live && (
        <Group gap={4} wrap="nowrap">
          <Link to="/releases/version" search={{ revision }} aria-label={`View and restore release ${number}`}>
            View and restore
          </Link>
          {available && (
            <Menu position="bottom-end" shadow="md">
              <Menu.Target>
                <IconButton icon={IconDots} label={`More for release ${number}`} loading={isBusy} />
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => onRollBack(release)}>Show temporarily</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </Group>
      )}
    </li>
  );
}

/** The changed items with what has changed in each; of a single one, which the sentence above names, only the fields. */
function ReleaseChanges({ release }: { release: Release }) {
  const { revision, changes, changeCount } = release;
  const [first] = changes;
  if (!first || revision === seedRevision) return null;
  if (changeCount === 1) return !describeVisibility(release) && <ReleaseFields change={first} />;
  const shown = changes.slice(0, maxListedChanges);
  return (
    <>
      <ul className={classes.changes}>
        {shown.map((change) => (
          <li key={`${change.section}.${change.key}`}>
            <ChangedItem change={change} />
          </li>
        ))}
      </ul>
      {changeCount > shown.length && <small>and {changeCount - shown.length} more</small>}
    </>
  );
}

const maxListedChanges = 5;

function ChangedItem({ change }: { change: Release['changes'][number] }) {
  const { name, operation, fields, fieldCount } = change;
  const visibility = fieldCount === 1 ? findVisibilityChange(change, fields)?.change : undefined;
  if (visibility) return `${name} is now ${visibilityStates[visibility]}`;
  if (fields.length === 0) return `${name} was ${verbs[operation]}`;
  return (
    <>
      {name}
      <ReleaseFields change={change} />
    </>
  );
}

function ReleaseFields({ change }: { change: Release['changes'][number] }) {
  const more = change.fieldCount - change.fields.length;
  return (
    <>
      <ChangedFields item={change} fields={change.fields} />
      {more > 0 && <small>and {more} more</small>}
    </>
  );
}

interface FailedGroup {
  /** The newest of the failures. */
  failure: FailedPublish;
  count: number;
  /** A later release was published, so the cause is gone. */
  isFixed: boolean;
}

/** Joins failures of the same cause that follow each other without a release between them. */
function groupFailures(failures: readonly FailedPublish[], releases: readonly Release[]): FailedGroup[] {
  const countLater = ({ at }: FailedPublish) => releases.filter(({ createdAt }) => createdAt > at).length;
  const getCause = (failure: FailedPublish) => JSON.stringify([countLater(failure), failure.faults]);
  const groups: FailedGroup[] = [];
  for (const failure of failures) {
    const last = groups.at(-1);
    if (last && getCause(last.failure) === getCause(failure)) last.count += 1;
    else groups.push({ failure, count: 1, isFixed: countLater(failure) > 0 });
  }
  return groups;
}

function FailedEntry({ failure: { at, by, faults }, count, isFixed }: FailedGroup) {
  return (
    <li>
      <Box flex="1 1 300px">
        <Heading title="Not published" at={at} tone="danger" />
        <PublishErrors faults={faults} isFixed={isFixed} />
        <small>
          {count > 1 && `Failed ${count} times for the same reason. `}Saved by {by ?? 'the system'}. Visitors saw no
          change.{isFixed && ' Fixed since.'}
        </small>
      </Box>
    </li>
  );
}

function RestoreEntry({ restore: { at, by, backupAt } }: { restore: BackupRestore }) {
  return (
    <li>
      <Box flex="1 1 300px">
        <Heading title="Backup restored" at={at} />
        <p>
          {by ?? 'The server’s administrator'} restored the backup of {formatDateTime(backupAt)}
        </p>
        <small>Releases between that time and the restore are no longer listed.</small>
      </Box>
    </li>
  );
}

const list = new Intl.ListFormat('en-IN');

type Operation = Release['changes'][number]['operation'];

const verbs: Record<Operation, string> = {
  added: 'added',
  restored: 'restored',
  changed: 'changed',
  moved: 'moved',
  removed: 'removed',
};

type Described = Pick<
  Release,
  'revision' | 'changes' | 'changeCount' | 'changedBy' | 'restoredFrom' | 'origin' | 'images'
>;

/** Returns who changed what in a release: "Editor One changed 3 items". Its row lists several items below. */
export function describeChanges(release: Described): string {
  const { revision, changes, changedBy, images } = release;
  const [first] = changes;
  if (!first && images.length === 0) return 'Published again without changes';
  if (revision === seedRevision) return 'The site was published for the first time';
  const authors = list.format(changedBy.map((name) => name ?? 'The system'));
  const imageChange = `changed the ${images.length === 1 ? 'image' : 'images'} ${list.format(images)}`;
  if (!first) return `${authors} ${imageChange}`;
  const content = describeContent(release, authors, first);
  return images.length > 0 ? `${content}, and ${imageChange}` : content;
}

function describeContent(release: Described, authors: string, first: Described['changes'][number]): string {
  const { changes, changeCount, restoredFrom } = release;
  const operations = new Set(changes.map(({ operation }) => operation));
  // The operations of changes that are not listed are unknown.
  const isAlike = operations.size === 1 && changes.length === changeCount;
  const items = changeCount === 1 ? first.name : `${changeCount} items`;
  if (restoredFrom !== null) return `${authors} restored ${items} from release ${restoredFrom}`;
  const operation = isAlike ? first.operation : 'changed';
  return `${authors} ${describeEntry(release) ?? `${describeOperation(release, operation)} ${items}`}`;
}

const steps: Record<Operation, Step> = {
  added: 'addition',
  restored: 'addition',
  changed: 'change',
  moved: 'move',
  removed: 'removal',
};

function describeOperation({ origin }: Described, operation: Operation): string {
  if (origin === 'undo' || origin === 'redo') return `${describeStep(origin, steps[operation])} of`;
  return origin === 'restore' && operation === 'changed' ? 'restored an earlier version of' : verbs[operation];
}

/**
 * Returns what an editor has done with an entry if a release adds, removes, moves, shows or hides only that one. Other items
 * may have changed with it, such as those that link to it.
 */
function describeEntry(release: Described): string | undefined {
  const { changes, changeCount, changedBy } = release;
  // Several people have made changes of their own.
  if (changedBy.length > 1 || changes.length < changeCount) return undefined;
  const others = changeCount > 1 ? `, with changes to ${formatCount(changeCount - 1, 'other item')}` : '';
  const [entry, ...more] = changes.filter(({ operation }) => operation !== 'changed');
  if (entry)
    return more.length === 0 ? `${describeOperation(release, entry.operation)} ${entry.name}${others}` : undefined;
  const visibility = describeVisibility(release);
  return visibility && visibility + others;
}

/** Returns what an editor has done if the visibility of exactly one entry has changed. */
function describeVisibility({ origin, changes }: Described): string | undefined {
  const [found, ...more] = changes.flatMap((item) => {
    const visibility = item.fieldCount === 1 ? findVisibilityChange(item, item.fields) : undefined;
    return visibility ? { ...visibility, name: item.name } : [];
  });
  // Of a long list, the server compares the fields of the first items only.
  if (!found || more.length > 0 || changes.some(({ fieldCount }) => fieldCount === 0)) return undefined;
  const { change, inverse, name } = found;
  if (origin === 'undo') return `undid ${visibilityNouns[inverse](name)}`;
  if (origin === 'redo') return `redid ${visibilityNouns[change](name)}`;
  return visibilityVerbs[change](name);
}
