import { useSyncExternalStore } from 'react';

/** A number that every screen may look at, so that the shell need not load the code which keeps it. */
export function createSharedNumber() {
  let number = 0;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    set(next: number): void {
      number = next;
      for (const listener of listeners) listener();
    },
    use: (): number => useSyncExternalStore(subscribe, () => number),
  };
}
