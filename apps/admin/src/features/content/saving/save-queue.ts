import type { ContentItem } from '@threadline/schema/content-item';
import { isApiError, sentenceOf } from '../../../api/client.ts';
import { createStore, useStore } from '../../../store/create-store.ts';
import { currentUser, getCurrentUser, type Owner } from '../../../store/current-user.ts';
import { otherUserSaves, pendingSaveCount } from '../../../store/pending-work.ts';
import { messages } from '../../../ui/messages.ts';
import type { Draft, FieldErrors } from '../model/form-model.ts';
import { type Change, itemOf, type Save } from './content-mutations.ts';

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

const none: Failures = {};
// Outside React, because drafts outlive their screen. Keyed by user, because a draft is only sent by its author.
const queues = createStore<Readonly<Record<string, { owner: Owner; failures: Failures }>>>(
  {},
  { reset: (byUser) => byUser },
);

/** @param owner whose change it is, where that may be no longer the signed-in user */
export function setFailure(id: string, failure: Failure | undefined, owner = getCurrentUser()): void {
  const { [id]: _, ...rest } = getFailures(owner);
  queues.set({ ...queues.get(), [owner._id]: { owner, failures: failure ? { ...rest, [id]: failure } : rest } });
}

export function failureOf(id: string, owner = getCurrentUser()): Failure | undefined {
  return getFailures(owner)[id];
}

function getFailures({ _id }: Owner): Failures {
  return queues.get()[_id]?.failures ?? none;
}

/** Returns the failures of the signed-in user, by item id. */
export function useFailures(): Failures {
  return useStore(queues)[useStore(currentUser)._id]?.failures ?? none;
}

function countWaiting(): void {
  const count = (failures: Failures) => Object.values(failures).filter(({ waiting }) => waiting).length;
  const user = getCurrentUser();
  const others = Object.values(queues.get()).filter(({ owner }) => owner._id !== user._id);
  pendingSaveCount.set(count(getFailures(user)));
  otherUserSaves.set(
    others
      .map(({ owner, failures }) => ({ userId: owner._id, name: owner.name, count: count(failures) }))
      .filter(({ count }) => count > 0),
  );
}

queues.subscribe(countWaiting);
currentUser.subscribe(countWaiting);

/** What the editor says above its fields. A field says its own trouble, and the notice of the shell that a save waits. */
export function problemInEditor(failure: Failure | undefined): string | undefined {
  return failure?.waiting || failure?.isOfWords ? undefined : failure?.problem;
}

interface Refused {
  change: Change;
  edit: Edit | undefined;
  onSaved?: (() => void) | undefined;
  /** What is said when the server gives no message (Spec §8). */
  fallback?: string;
}

/** Returns whether the server has neither accepted nor refused a change: it can be sent again as it is. */
export function isUnanswered(error: unknown): boolean {
  return isApiError(error, 'network') || isApiError(error, 'unavailable') || isApiError(error, 'unauthenticated');
}

/** Pointers of the server lead into the body, `/value/headline`; the form knows only the value. */
const ofValue = /^\/?value/;

/** What a refused change leaves at its item. */
export function toFailure(error: unknown, refused: Refused): Failure {
  const { change, edit, onSaved, fallback = messages.updateFailed } = refused;
  const reason = sentenceOf(error, fallback);
  const problem = `${messages.contentFailed} ${reason}`;
  if (!isApiError(error)) return { edit, problem };
  if (isUnanswered(error) && edit && change.kind === 'save') {
    return { edit, problem: `Not saved yet. ${reason}`, waiting: { change, onSaved } };
  }
  const theirs = error.code === 'conflict' && edit?.base ? itemOf(error.current) : undefined;
  if (error.errors.length === 0) return { edit, problem, theirs };
  const errors = error.errors.map(({ pointer, detail }) => [pointer.replace(ofValue, ''), detail] as const);
  const isOfWords = edit !== undefined && error.errors.every(({ pointer }) => ofValue.test(pointer));
  // To try again cannot help: the words have to change.
  return { edit, problem: isOfWords ? `Not saved. ${reason}` : problem, errors: Object.fromEntries(errors), isOfWords };
}
