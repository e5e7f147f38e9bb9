import type { PublishStatus } from '@threadline/schema/publishing';
import { releaseNumber } from '../../format/release-number.ts';
import { seedRevision } from '../../format/seed-revision.ts';
import { durationOf, momentOf, timeOf } from '../../format/time.ts';

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
    case 'activated':
    case 'publishing':
      return { tone: 'busy', words: 'Publishing' };
    case 'unverified':
      return { tone: 'waiting', words: 'Published', detail: 'not verified' };
    case 'failed':
      return { tone: 'bad', words: 'Not published', detail: 'site unchanged' };
    case 'rolled-back':
      return { tone: 'waiting', words: 'Rolled back', detail: `to release ${releaseNumber(status.pinnedRelease)}` };
    case 'live': {
      if (status.review && status.workingRevision > status.revision) return waitingText(status);
      const detail = status.liveAt ? timeOf(status.liveAt) : undefined;
      const duration = waitOf(status);
      return { tone: 'good', words: duration ? `Live in ${duration}` : 'Live', detail };
    }
  }
}

/** Returns "4 pending changes" with their scheduled time. */
export function waitingText({ pendingChanges, schedule }: PublishStatus): PillText {
  const words =
    pendingChanges === 1
      ? '1 pending change'
      : pendingChanges > 0
        ? `${pendingChanges} pending changes`
        : 'Pending changes';
  return { tone: 'waiting', words, detail: schedule ? momentOf(schedule.at) : undefined };
}

const longestWaitMs = 60_000;

/** How long a save took to be seen, in words; undefined when nobody can have been waiting for it. */
export function waitOf({ revision, liveMs }: PublishStatus): string | undefined {
  if (liveMs === null || revision <= seedRevision || liveMs > longestWaitMs) return undefined;
  return durationOf(liveMs);
}
