import type { ContentItem } from '@threadline/schema/content-item';
import { useSyncExternalStore } from 'react';
import type { FieldErrors } from './form-model.ts';
import type { Draft } from './item-editor.tsx';

/** Words that could not be saved: they stay until they are saved or dropped. */
export interface Failure {
  draft: Draft;
  /** The sentence of the specification and what the server said. */
  problem: string;
  errors?: FieldErrors;
  /** Somebody else's newer text. */
  theirs?: ContentItem;
}

type FailedSaves = Readonly<Record<string, Failure>>;

// Outside React: the words outlive the screen on which they were written.
let failedSaves: FailedSaves = {};
const listeners = new Set<() => void>();

export function setFailedSave(id: string, failure: Failure | undefined): void {
  const { [id]: _, ...rest } = failedSaves;
  failedSaves = failure ? { ...rest, [id]: failure } : rest;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** By item id. */
export function useFailedSaves(): FailedSaves {
  return useSyncExternalStore(subscribe, () => failedSaves);
}
