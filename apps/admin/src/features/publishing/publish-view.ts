import type { PublishStatus, TargetStatus } from '@threadline/schema/wire/publishing';
import { useConnected } from '../../api/connection.ts';
import { formatCount, seedRevision } from '../../format/numbers.ts';
import { formatDateTime, formatMoment, formatSeconds, formatTime } from '../../format/time.ts';
import type { Question } from '../../ui/confirm.tsx';
import { usePublishStatus } from './publishing-events.ts';
import { hasPendingChanges } from './saved-state.ts';

export interface PublishBadge {
  tone: 'idle' | 'busy' | 'success' | 'warning' | 'danger';
  label: string;
  detail?: string | undefined;
  /** The tooltip. */
  title?: string | undefined;
}

export interface PublishStep {
  label: string;
  detail?: string | undefined;
  state?: 'reached' | 'failed';
}

/** The publishing status as every part of the admin shows it. */
export interface PublishView {
  badge: PublishBadge;
  /** The title of the details, and of the alert while publishing has failed. */
  heading: string;
  hasFailed: boolean;
  /** The number of the release that was rolled back to; undefined while publishing is automatic. */
  pinnedRelease: number | undefined;
  /** In review mode: changes were saved after the newest published revision. */
  hasPendingChanges: boolean;
  /** "4 pending changes" in review mode, "4 changes are not shown" after a rollback. */
  pendingLabel: string;
  /** From the save to the public page. Empty after a rollback. */
  steps: PublishStep[];
}

/** Returns the publishing status and its view; undefined until the server has sent it. */
export function usePublishing(): {
  status: PublishStatus | undefined;
  view: PublishView | undefined;
  badge: PublishBadge;
} {
  const status = usePublishStatus();
  const isConnected = useConnected();
  const view = status && describePublishing(status);
  if (!isConnected) return { status, view, badge: { tone: 'idle', label: 'Offline', detail: 'reconnecting' } };
  return { status, view, badge: view?.badge ?? { tone: 'busy', label: 'Connecting' } };
}

export function describePublishing(status: PublishStatus): PublishView {
  return {
    badge: getBadge(status),
    heading: getHeading(status),
    hasFailed: status.state === 'failed',
    pinnedRelease: status.pinnedReleaseNumber ?? undefined,
    hasPendingChanges: hasPendingChanges(status),
    pendingLabel: formatPending(status),
    steps: status.state === 'rolled-back' ? [] : getSteps(status),
  };
}

function formatPending({ pendingChanges, pinnedRelease }: Pick<PublishStatus, 'pendingChanges' | 'pinnedRelease'>) {
  // Compared with an older release, changes that were published before are missing, too.
  if (pinnedRelease !== null) return formatCount(pendingChanges, 'change is not shown', 'changes are not shown');
  return pendingChanges === 0 ? 'Changed images' : formatCount(pendingChanges, 'pending change');
}

/** "Live" is said only after the public address showed the release. */
function getBadge(status: PublishStatus): PublishBadge {
  switch (status.state) {
    case 'saved':
      return { tone: 'idle', label: 'Saved' };
    case 'publishing':
    case 'activated':
      return { tone: 'busy', label: 'Publishing' };
    case 'unverified':
      return { tone: 'warning', label: 'Published', detail: 'not confirmed yet' };
    case 'failed':
      return { tone: 'danger', label: 'Not published', detail: 'site unchanged' };
    case 'rolled-back':
      return { tone: 'warning', label: 'Paused', detail: describePinned(status) };
    case 'live': {
      if (hasPendingChanges(status) && status.pendingChanges > 0) {
        const detail = status.schedule ? formatDateTime(status.schedule.at) : undefined;
        return { tone: 'warning', label: formatPending(status), detail };
      }
      return {
        tone: 'success',
        label: 'Live',
        detail: status.liveAt ? `since ${formatMoment(status.liveAt)}` : undefined,
        title: 'Visitors see the saved content',
      };
    }
  }
}

/** The rollback is requested before its release is live, and a release has a number once it is activated. */
function describePinned({ pinnedRelease, pinnedReleaseNumber, liveRelease }: PublishStatus): string | undefined {
  if (pinnedReleaseNumber === null) return undefined;
  return `release ${pinnedReleaseNumber} is ${liveRelease === pinnedRelease ? 'live' : 'being restored'}`;
}

/** A release has a number once it is activated. */
function getHeading({ state, liveReleaseNumber }: PublishStatus): string {
  if (state === 'failed') {
    const visible = liveReleaseNumber === null ? '' : ` Visitors still see release ${liveReleaseNumber}.`;
    return `The last change was not published.${visible}`;
  }
  if (state === 'saved' || state === 'publishing' || liveReleaseNumber === null) return 'Newest changes';
  return `Release ${liveReleaseNumber}`;
}

function getSteps(status: PublishStatus): PublishStep[] {
  const { state, savedAt } = status;
  const duration = state === 'live' ? formatPublishDuration(status) : undefined;
  const labels: [label: string, detail?: string | null | undefined][] = [
    ['Saved', savedAt && formatDateTime(savedAt)],
    [state === 'failed' ? 'Check failed' : 'Checked'],
    ['Published'],
    ['Visible to visitors', duration && `${duration} after saving`],
  ];
  const lastReached = { saved: 0, publishing: 1, failed: 1, activated: 2, unverified: 2, live: 3, 'rolled-back': -1 }[
    state
  ];
  return labels.map(([label, detail], index) => ({
    label,
    detail: detail ?? undefined,
    ...(index <= lastReached && { state: state === 'failed' && index === 1 ? 'failed' : 'reached' }),
  }));
}

/** Returns how far the newest release has come at a publish target. */
export function describeTarget({ name, phase, liveMs, problem, retryAt }: TargetStatus): PublishStep {
  switch (phase) {
    case 'live':
      return {
        label: `Live on ${name}`,
        detail: liveMs === null ? undefined : `after ${formatSeconds(liveMs)}`,
        state: 'reached',
      };
    case 'queued':
      return { label: `Delivering to ${name}`, detail: retryAt ? `starts at ${formatTime(retryAt)}` : undefined };
    case 'uploading':
    case 'activating':
      return { label: `Delivering to ${name}` };
    case 'verifying':
      return { label: `Delivered to ${name}`, detail: 'not confirmed yet' };
    case 'unverified':
      return { label: `Delivered to ${name}, but not visible there`, detail: problem ?? undefined, state: 'failed' };
    case 'failed':
    case 'superseded': {
      const next = retryAt ? `, retries at ${formatTime(retryAt)}` : '';
      return { label: `${name}: shows an older release${next}`, detail: problem ?? undefined, state: 'failed' };
    }
  }
}

const maxShownDurationMs = 60_000;

/** Returns how long the save took to be public; undefined for the seed and for durations that no editor waited for. */
function formatPublishDuration({ revision, liveMs }: PublishStatus): string | undefined {
  if (liveMs === null || revision <= seedRevision || liveMs > maxShownDurationMs) return undefined;
  return formatSeconds(liveMs);
}

type Rollback = Pick<
  PublishStatus,
  'pinnedReleaseNumber' | 'pendingChanges' | 'review' | 'revision' | 'workingRevision'
>;

/** Returns the question before publishing is resumed. It says how much becomes visible at once. */
export function getResumeQuestion(status: Rollback): Question {
  return {
    title: 'Resume publishing?',
    text: describeResuming(status),
    action: 'Resume publishing',
    cancel: 'Keep paused',
    danger: false,
  };
}

function describeResuming({
  pinnedReleaseNumber,
  pendingChanges,
  review,
  revision,
  workingRevision,
}: Rollback): string {
  const release = pinnedReleaseNumber === null ? 'the earlier release' : `release ${pinnedReleaseNumber}`;
  if (pendingChanges === 0)
    return `The saved content is the same as ${release}, which visitors see now. New changes go live again when you save.`;
  const items = formatCount(pendingChanges, 'item differs', 'items differ');
  if (review && workingRevision > revision)
    return `${items} from ${release}. Changes that were published before the pause go live at once. Pending changes stay pending.`;
  const changes = pendingChanges === 1 ? 'This change goes' : `All ${pendingChanges} changes go`;
  return `${items} from ${release}, which visitors see now. ${changes} live at once.`;
}
