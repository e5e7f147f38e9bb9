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
export function waitingText({ waiting, schedule }: PublishStatus): PillText {
  const words = waiting === 1 ? '1 change waiting' : waiting > 0 ? `${waiting} changes waiting` : 'Changes waiting';
  return { tone: 'waiting', words, detail: schedule ? momentOf(schedule.at) : undefined };
}

const longestWaitMs = 60_000;

/** How long a save took to be seen, in words; undefined when nobody can have been waiting for it. */
export function waitOf({ revision, liveMs }: PublishStatus): string | undefined {
  if (liveMs === null || revision <= seedRevision || liveMs > longestWaitMs) return undefined;
  return durationOf(liveMs);
}
