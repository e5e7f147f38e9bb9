import type { PublishStatus } from '@threadline/schema/publishing';
import { useSyncExternalStore } from 'react';

/** A save or its refusal as the banner said it, or a state of publishing that was reached. */
export type Happening = { at: string } & (
  | { words: string; problem?: string; place: { section: string; key: string } }
  | { status: PublishStatus }
);

const most = 50;

const storageKey = 'activity';

// Of this window, until it is closed or signed out: what everybody did is in the log of changes.
let happened: readonly Happening[] = kept();
const listeners = new Set<() => void>();

/** Keeps what was only said for some seconds, newest first. */
export function noteActivity(happening: Happening extends infer Each ? Omit<Each, 'at'> : never): void {
  keep([{ at: new Date().toISOString(), ...happening } as Happening, ...happened].slice(0, most));
}

/** The next one at this window may be somebody else. */
export function forgetActivity(): void {
  keep([]);
}

function keep(next: typeof happened): void {
  happened = next;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(next));
  } catch {} // Where nothing can be stored it lasts until the next reload.
  for (const listener of listeners) listener();
}

function kept(): typeof happened {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
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

export function useActivity(): readonly Happening[] {
  return useSyncExternalStore(subscribe, () => happened);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
