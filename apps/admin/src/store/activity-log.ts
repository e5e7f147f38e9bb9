import type { PublishStatus } from '@threadline/schema/wire/publishing';
import { createStore, useStore } from './create-store.ts';
import { getCurrentUser } from './current-user.ts';

/** The result of a save as the banner showed it, or a publishing state. */
export type ActivityEntry = { at: string } & (
  | { text: string; problem?: string; place: { section: string; key: string } }
  | { status: PublishStatus }
);

interface Activity {
  userId: string;
  entries: readonly ActivityEntry[];
}

const maxEntries = 50;
const storageKey = 'activity';
const empty: Activity = { userId: '', entries: [] };

// The actions of one user in this window, until it closes or the user signs out. The audit log has all actions.
const activity = createStore(readStored(), { reset: () => empty });

activity.subscribe(() => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(activity.get()));
  } catch {} // Without storage the log lasts until the next reload.
});

function readStored(): Activity {
  try {
    return { ...empty, ...JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') };
  } catch {
    return empty;
  }
}

function getEntries({ userId, entries }: Activity): readonly ActivityEntry[] {
  return userId === getCurrentUser()._id ? entries : empty.entries;
}

/** Adds an entry, newest first. */
export function logActivity(entry: ActivityEntry extends infer Each ? Omit<Each, 'at'> : never): void {
  const logged = { at: new Date().toISOString(), ...entry } as ActivityEntry;
  activity.set({
    userId: getCurrentUser()._id,
    entries: [logged, ...getEntries(activity.get())].slice(0, maxEntries),
  });
}

/** Logs a release that went live or failed. The first known status is not a change. */
export function logPublishing(previous: PublishStatus | undefined, status: PublishStatus): void {
  const isFinal = status.state === 'live' || status.state === 'failed';
  const isNew = previous && (previous.state !== status.state || previous.liveRelease !== status.liveRelease);
  if (isFinal && isNew) logActivity({ status });
}

/** Returns what the signed-in user did in this window, newest first. */
export function useActivity(): readonly ActivityEntry[] {
  return getEntries(useStore(activity));
}
