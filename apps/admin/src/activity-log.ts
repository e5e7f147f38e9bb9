import type { PublishStatus } from '@threadline/schema/publishing';
import { useSyncExternalStore } from 'react';

/** A save or its refusal as the banner said it, or a state of publishing that was reached. */
export type Happening = { at: string } & (
  | { words: string; problem?: string; place: { section: string; key: string } }
  | { status: PublishStatus }
);

const most = 50;

// Of this window and until it is closed: what everybody did is in the log of changes.
let happened: readonly Happening[] = [];
const listeners = new Set<() => void>();

/** Keeps what was only said for some seconds, newest first. */
export function noteActivity(happening: Happening extends infer Each ? Omit<Each, 'at'> : never): void {
  happened = [{ at: new Date().toISOString(), ...happening } as Happening, ...happened].slice(0, most);
  for (const listener of listeners) listener();
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
