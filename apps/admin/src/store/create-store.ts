import { useSyncExternalStore } from 'react';

export interface Store<Value> {
  get(): Value;
  /** Replaces the value, or derives the next one from it. */
  set(next: Value | ((value: Value) => Value)): void;
  /** Calls the listener after each change. Returns a function that removes it. */
  subscribe(listener: () => void): () => void;
}

interface StoreOptions<Value> {
  /** Returns the value after the user has left. Default: the initial value. */
  reset?: (value: Value) => Value;
}

const resets: (() => void)[] = [];

/**
 * Creates a value outside React that every screen can read, so that the shell need not load the code that sets it. All
 * mutable state of modules lives in stores: `resetStores` clears it when the user leaves.
 */
export function createStore<Value>(initial: Value, { reset = () => initial }: StoreOptions<Value> = {}): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  const store: Store<Value> = {
    get: () => value,
    set(next) {
      value = next instanceof Function ? next(value) : next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  resets.push(() => store.set(reset));
  return store;
}

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** Resets every store: the next user of this window may be another person. */
export function resetStores(): void {
  for (const reset of resets) reset();
}
