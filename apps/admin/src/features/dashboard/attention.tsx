import { IconCheck } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { Dashboard } from '@threadline/schema/wire/dashboard';
import type { EnquiryCounts, MailHealth } from '@threadline/schema/wire/enquiry';
import { maxCounted } from '@threadline/schema/wire/enquiry-status';
import { useState } from 'react';
import { useEnquiryCounts } from '../../api/enquiry-counts.ts';
import { formatCount } from '../../format/numbers.ts';
import { useUser } from '../../session.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecordList } from '../../ui/record-list.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { describeMailError } from '../enquiries/inbox/mail-notice.tsx';
import { type PublishView, usePublishing } from '../publishing/publish-view.ts';
import classes from './dashboard.module.css';
import { lastBackup, listSystemRows } from './system-information.tsx';

export interface Task extends Pick<LinkProps, 'to' | 'search' | 'hash'> {
  text: string;
  detail?: string;
  /** The text of the link; without one there is nothing to open. */
  action?: string;
  /** The page to read for a task that may need no change. Once it was opened, it can be confirmed. */
  reading?: { label: string; href: string; confirmation: string; onConfirm: () => void };
  isUrgent?: boolean;
  /** It can wait: its dot has no colour. */
  isMinor?: boolean;
  /** Only steps of the set-up are listed when they are done. */
  isDone?: boolean;
}

interface State {
  dashboard: Dashboard;
  /** Undefined while they load. */
  view: PublishView | undefined;
  counts: EnquiryCounts | undefined;
  now: number;
  isSuperAdmin: boolean;
}

/** The detail of a task that only a super admin can do, as other users see it. */
export const superAdminHint = 'A super admin sets this up.';

/** Returns the open tasks, the most urgent first. */
export function listTasks({ dashboard, view, counts, now, isSuperAdmin }: State): Task[] {
  const { failedSchedules, imagesWithoutAlt, openFeedback, placeholders, shippedNames, system } = dashboard;
  const { overdue = 0, failedMessages = 0, mail } = counts ?? {};
  const tasks: (Task | false | undefined)[] = [
    view?.hasFailed && {
      text: 'The last change was not published.',
      action: 'See why',
      to: '/releases',
      isUrgent: true,
    },
    ...failedSchedules.map(
      ({ section, key, title }): Task => ({
        text: `“${title}” was not published as scheduled.`,
        action: 'See why',
        to: '/content',
        search: { section, item: key },
        isUrgent: true,
      }),
    ),
    overdue > 0 && {
      text: `${formatCount(overdue, 'enquiry is', 'enquiries are')} overdue.`,
      action: 'Reply',
      to: '/enquiries',
      search: { only: 'overdue' },
      isUrgent: true,
    },
    failedMessages > 0 && {
      text: `${formatCount(failedMessages, 'message was', 'messages were')} not sent.`,
      action: 'Show the outbox',
      to: '/enquiries',
      search: { view: 'mail' },
      isUrgent: true,
    },
    ...listSystemRows(system, now)
      .filter(({ isGood }) => isGood === false)
      .map(
        ({ name, text }): Task => ({
          text: name,
          detail: `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.?$/, '.')}`,
          ...(name === lastBackup && { action: 'Open backups', to: '/settings/backup' }),
          isUrgent: true,
        }),
      ),
    ...(counts ? listReplyTasks(counts) : []),
    ...(mail ? listMailTasks(mail, { now, isSuperAdmin }) : []),
    view?.pinnedRelease !== undefined && {
      text: 'Publishing is paused',
      detail: view.hasPendingChanges ? `${view.pendingLabel}.` : 'Visitors see an earlier release.',
      action: 'Resume publishing',
      to: '/releases',
    },
    view?.hasPendingChanges &&
      view.pinnedRelease === undefined && {
        text: 'Not live yet',
        detail: `${view.pendingLabel}.`,
        action: 'Publish',
        to: '/releases',
      },
    openFeedback > 0 && {
      text: `${formatCount(openFeedback, 'new response')} to your previews.`,
      action: 'Read',
      to: '/releases',
      hash: 'feedback',
    },
    placeholders > 0 && {
      text: `${formatCount(placeholders, 'detail is still a placeholder', 'details are still placeholders')}, such as a phone number.`,
      detail: `Visitors do not see ${placeholders === 1 ? 'it' : 'them'}.`,
      action: 'Fill in',
      to: '/content',
      hash: 'missing',
      isMinor: true,
    },
    shippedNames > 0 && {
      text: `${formatCount(shippedNames, 'text still has', 'texts still have')} the example company name.`,
      action: 'Replace it',
      to: '/content',
      search: { section: 'site' },
      isMinor: true,
    },
    imagesWithoutAlt > 0 && {
      text: `${formatCount(imagesWithoutAlt, 'image has', 'images have')} no alt text.`,
      action: 'Describe',
      to: '/images',
      search: { filter: 'no-alt' },
      isMinor: true,
    },
    // Without any backup, the missing one is a task already.
    isSuperAdmin &&
      system.lastBackup !== null &&
      system.backupLocation === null && {
        text: 'Backups are only on this server.',
        detail: 'If the server is lost, so are its backups.',
        action: 'Choose a backup location',
        to: '/settings/backup',
        isMinor: true,
      },
  ];
  return tasks.filter((task) => typeof task === 'object');
}

/** Returns the task for the enquiries that are not overdue yet: one, because they share a list. */
function listReplyTasks({ unanswered, overdue, dueSoon }: EnquiryCounts): Task[] {
  const count = unanswered - overdue;
  if (!(count > 0)) return [];
  // The server counts up to a limit: there may be more.
  const least = unanswered >= maxCounted ? 'At least ' : '';
  const awaiting = `${least}${formatCount(count, 'enquiry awaits', 'enquiries await')} a reply`;
  const text =
    dueSoon === count
      ? `${formatCount(dueSoon, 'reply is', 'replies are')} due soon.`
      : `${awaiting}${dueSoon > 0 ? `, ${formatCount(dueSoon, 'is', 'are')} due soon` : ''}.`;
  return [{ text, action: 'Reply', to: '/enquiries', search: { only: 'unanswered' } }];
}

/** Returns the task of email: to make it work, or to test it. */
function listMailTasks(mail: MailHealth, { now, isSuperAdmin }: Pick<State, 'now' | 'isSuperAdmin'>): Task[] {
  const text = describeMailError(mail, now);
  if (text !== undefined) return [{ text, isUrgent: Boolean(mail.problem), ...describeMailTask(mail, isSuperAdmin) }];
  if (mail.isVerified || !isSuperAdmin) return [];
  return [{ text: 'Email is not tested yet.', action: 'Send a test message', to: '/settings/email' }];
}

function describeMailTask(mail: MailHealth, isSuperAdmin: boolean): Partial<Task> {
  const isSetUp = mail.mode === 'smtp';
  if (isSetUp && !mail.problem) return { action: 'Show the outbox', to: '/enquiries', search: { view: 'mail' } };
  if (!isSuperAdmin) return { detail: superAdminHint };
  return { action: isSetUp ? 'Open Email settings' : 'Set up email', to: '/settings/email' };
}

/** The open tasks, each with a link to where it is done. */
export function Attention({ dashboard, now }: { dashboard: Dashboard; now: number }) {
  const { view } = usePublishing();
  const { data: counts } = useEnquiryCounts();
  const { role } = useUser();
  const tasks = listTasks({ dashboard, view, counts, now, isSuperAdmin: role === 'super_admin' });
  return (
    <Panel
      title="Needs attention"
      className={classes.attention}
      data-tone={tasks.length === 0 ? 'success' : tasks.some(({ isUrgent }) => isUrgent) ? 'danger' : 'warning'}
      extra={tasks.length > 0 && <small>{tasks.length}</small>}
    >
      <TaskList tasks={tasks} empty="Nothing needs your attention." />
    </Panel>
  );
}

interface TaskListProps {
  tasks: Task[];
  empty?: string;
}

/** A list of tasks with links to the places where they are done. */
export function TaskList({ tasks, empty }: TaskListProps) {
  return (
    <RecordList items={tasks} empty={empty}>
      {({ text, detail, action, reading, isUrgent, isMinor, isDone, ...link }) => (
        <li key={JSON.stringify([text, link.search])} className={classes.task} data-done={isDone || undefined}>
          {isDone ? (
            <IconCheck size={16} color="var(--success)" aria-hidden="true" />
          ) : (
            <i className="dot" data-tone={isUrgent ? 'danger' : isMinor ? 'none' : 'warning'} aria-hidden="true" />
          )}
          <span>
            <strong>{text}</strong>
            {isDone && <span className="visually-hidden"> (done)</span>}
            {detail && <small>{detail}</small>}
          </span>
          {reading && <Reading {...reading} />}
          {action && <Link {...link}>{action}</Link>}
        </li>
      )}
    </RecordList>
  );
}

/** The link to a page, and once it was opened, the button that confirms it. */
function Reading({ label, href, confirmation, onConfirm }: NonNullable<Task['reading']>) {
  const [isOpened, setOpened] = useState(false);
  return (
    <>
      <a href={href} target="_blank" rel="noopener" onClick={() => setOpened(true)}>
        {label}
      </a>
      {isOpened && <TextButton onClick={onConfirm}>{confirmation}</TextButton>}
    </>
  );
}
