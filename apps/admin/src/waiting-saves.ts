import { useSyncExternalStore } from 'react';

// Here, and not with the content screen: the shell says it on every screen, and must not load that one for it.
let count = 0;
const listeners = new Set<() => void>();

export function setWaitingSaves(next: number): void {
  count = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How many saves nobody has answered. */
export function useWaitingSaves(): number {
  return useSyncExternalStore(subscribe, () => count);
}
