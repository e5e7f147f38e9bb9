import type { ContentItem } from '@threadline/schema/content-item';
import { useSyncExternalStore } from 'react';
import { isApiError, sentenceOf } from '../../api.ts';
import { messages } from '../../messages.ts';
import { setWaitingSaves } from '../../waiting-saves.ts';
import { type Change, itemOf, type Save } from './changes.ts';
import type { Draft, FieldErrors } from './form-model.ts';

/** A change of an item that the server has not accepted: it stays until it is solved or dropped. */
export interface Failure {
  /** The sentence of the specification and what the server said. */
  problem: string;
  /** The words of the editor, and what they started from. */
  edit?: Edit;
  errors?: FieldErrors;
  /** The server refuses what stands in the fields, and each of them says why. */
  isOfWords?: boolean;
  /** Somebody else's newer text. */
  theirs?: ContentItem;
  /** Nobody answered: it is sent again when somebody does. */
  waiting?: { change: Save; onSaved?: () => void };
}

export interface Edit {
  draft: Draft;
  /** Undefined for a new entry. */
  base: Draft | undefined;
}

type Failures = Readonly<Record<string, Failure>>;

// Outside React: the words outlive the screen on which they were written.
let failures: Failures = {};
const listeners = new Set<() => void>();

export function setFailure(id: string, failure: Failure | undefined): void {
  const { [id]: _, ...rest } = failures;
  failures = failure ? { ...rest, [id]: failure } : rest;
  for (const listener of listeners) listener();
  setWaitingSaves(Object.values(failures).filter(({ waiting }) => waiting).length);
}

export function failureOf(id: string): Failure | undefined {
  return failures[id];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** By item id. */
export function useFailures(): Failures {
  return useSyncExternalStore(subscribe, () => failures);
}

/** What the editor says above its fields. A field says its own trouble, and the notice of the shell that a save waits. */
export function problemInEditor(failure: Failure | undefined): string | undefined {
  return failure?.waiting || failure?.isOfWords ? undefined : failure?.problem;
}

interface Refused {
  change: Change;
  edit: Edit | undefined;
  onSaved?: () => void;
}

/** Pointers of the server lead into the body, `/value/headline`; the form knows only the value. */
const ofValue = /^\/?value/;

/** What a refused change leaves at its item. */
export function toFailure(error: unknown, { change, edit, onSaved }: Refused): Failure {
  const reason = sentenceOf(error, messages.updateFailed);
  const problem = `${messages.contentFailed} ${reason}`;
  if (!isApiError(error)) return { edit, problem };
  const isUnanswered = error.code === 'network' || error.code === 'unavailable' || error.code === 'unauthenticated';
  if (isUnanswered && edit && change.kind === 'save') {
    return { edit, problem: `Not saved yet. ${reason}`, waiting: { change, onSaved } };
  }
  const theirs = error.code === 'conflict' && edit?.base ? itemOf(error.current) : undefined;
  if (error.errors.length === 0) return { edit, problem, theirs };
  const errors = error.errors.map(({ pointer, detail }) => [pointer.replace(ofValue, ''), detail] as const);
  const isOfWords = edit !== undefined && error.errors.every(({ pointer }) => ofValue.test(pointer));
  // To try again cannot help: the words have to change.
  return { edit, problem: isOfWords ? `Not saved. ${reason}` : problem, errors: Object.fromEntries(errors), isOfWords };
}
