import type { PublishStatus } from '@threadline/schema/publishing';
import { getCurrentUser, onUserChange } from './current-user.ts';
import { createSharedValue } from './shared-value.ts';

/** A save or its refusal as the banner said it, or a state of publishing that was reached. */
export type Happening = { at: string } & (
  | { words: string; problem?: string; place: { section: string; key: string } }
  | { status: PublishStatus }
);

const most = 50;

const storageKey = 'activity';

// Of one user in this window, until it is closed or the user signs out: the audit log has what everybody did.
const activity = createSharedValue<readonly Happening[]>(readStored());

onUserChange(() => activity.set(readStored()));

/** Keeps what was only said for some seconds, newest first. */
export function noteActivity(happening: Happening extends infer Each ? Omit<Each, 'at'> : never): void {
  keep([{ at: new Date().toISOString(), ...happening } as Happening, ...activity.get()].slice(0, most));
}

/** The next user of this window may be another person. */
export function forgetActivity(): void {
  keep([]);
}

function keep(entries: readonly Happening[]): void {
  activity.set(entries);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ userId: getCurrentUser()._id, entries }));
  } catch {} // Where nothing can be stored it lasts until the next reload.
}

/** Returns what the signed-in user did before a reload; nothing that was stored for another user. */
function readStored(): readonly Happening[] {
  try {
    const { userId, entries } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    return userId === getCurrentUser()._id ? entries : [];
  } catch {
    return [];
  }
}

/** Notes a release that went live, or did not; what was there on arrival is no news. */
export function notePublishing(before: PublishStatus | undefined, status: PublishStatus): void {
  const isEnd = status.state === 'live' || status.state === 'failed';
  const isNew = before && (before.state !== status.state || before.liveRelease !== status.liveRelease);
  if (isEnd && isNew) noteActivity({ status });
}

export const useActivity = activity.use;
