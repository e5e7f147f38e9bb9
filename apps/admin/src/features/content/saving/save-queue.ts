import type { ContentItem } from '@threadline/schema/content/content-item';
import type { PreviewEdit } from '@threadline/schema/wire/preview';
import type { Problem } from '@threadline/schema/wire/problem';
import { getErrorMessage, isApiError } from '../../../api/client.ts';
import { createStore, useStore } from '../../../store/create-store.ts';
import { currentUser, getCurrentUser, type Owner } from '../../../store/current-user.ts';
import type { Change, Save } from '../../../store/last-changes.ts';
import { otherUserSaves, pendingSaveCount } from '../../../store/pending-work.ts';
import { setUnsaved } from '../../../store/unsaved.ts';
import { messages } from '../../../ui/messages.ts';
import { getItemId } from '../model/content-query.ts';
import { type FieldErrors, type FormText, isEqual } from '../model/form-model.ts';
import { parseItem } from './content-change.ts';
import { readLocalText, removeLocalText } from './local-texts.ts';

/** The text of an editor. It returns there when the server refuses it. */
export interface Edit {
  text: FormText;
  /** The text that the edit started from; undefined for a new entry. */
  base: FormText | undefined;
  /** The id under which the text is in the storage of this browser. */
  localId: string;
}

/** A change that the server has not accepted. It stays in the queue until it is accepted or given up. */
export interface QueuedChange {
  change: Change;
  /** `pending`: the server did not answer, and the save is retried. `failed`: the editor has to do something. */
  state: 'sending' | 'pending' | 'failed';
  edit?: Edit | undefined;
  /** Why it was not accepted; empty while it is sent. */
  message: string;
  errors?: FieldErrors;
  /** True when every reason is an error of a field. */
  isInvalid?: boolean;
  /** True if the same change would be refused again. */
  isFinal?: boolean;
  /** The field of another item that prevents the change. */
  place?: Problem['place'];
  /** The newer version of the item that the server has. */
  serverVersion?: ContentItem | undefined;
  onSaved?: (() => void) | undefined;
}

export type PendingSave = QueuedChange & { change: Save };

type Queue = Readonly<Record<string, QueuedChange>>;

const emptyQueue: Queue = {};
// Outside React, because unsaved text outlives its screen. By user, because only its author may send it.
const queues = createStore<Readonly<Record<string, { owner: Owner; queue: Queue }>>>({}, { reset: (byUser) => byUser });

function getQueue({ _id }: Owner): Queue {
  return queues.get()[_id]?.queue ?? emptyQueue;
}

/** Returns the changes of the signed-in user that are not saved, by item id. */
export function useSaveQueue(): Queue {
  return useStore(queues)[useStore(currentUser)._id]?.queue ?? emptyQueue;
}

/** Returns the values that are on their way to the server. A new entry is not among them: its open form shows it. */
export function listSending(queue: Queue): PreviewEdit[] {
  return Object.values(queue).flatMap(({ state, change }) =>
    state === 'sending' && change.kind === 'save' && change.version !== undefined
      ? [{ section: change.section, key: change.key, value: change.value }]
      : [],
  );
}

export function getQueued(id: string, owner = getCurrentUser()): QueuedChange | undefined {
  return getQueue(owner)[id];
}

/**
 * Adds or replaces the queued change of an item, or removes it when it is undefined.
 *
 * @param owner the author of the change, who may no longer be the signed-in user
 */
export function setQueued(id: string, queued: QueuedChange | undefined, owner = getCurrentUser()): void {
  const { [id]: _, ...rest } = getQueue(owner);
  queues.set({ ...queues.get(), [owner._id]: { owner, queue: queued ? { ...rest, [id]: queued } : rest } });
  registerUnsaved(id, queued?.edit, owner);
}

/** Registers the text of a queued change, so that signing out and closing the page ask before it is lost. */
function registerUnsaved(id: string, edit: Edit | undefined, owner: Owner): void {
  const userId = owner._id;
  const localKey = { userId, id: edit?.localId ?? id };
  setUnsaved(id, edit && 'queued', {
    userId,
    isStored: isEqual(readLocalText(localKey)?.text, edit?.text),
    onDrop() {
      removeLocalText(localKey);
      setQueued(id, undefined, owner);
    },
  });
}

/**
 * Removes a change that the server has accepted, together with its text in this browser. A newer text of the same item stays.
 *
 * @returns whether there is a newer text
 */
export function removeSaved(id: string, saved: QueuedChange, owner: Owner): boolean {
  const queued = getQueued(id, owner);
  const isNewer = queued !== undefined && (queued.change !== saved.change || queued.edit !== saved.edit);
  if (isNewer) {
    if (queued.state === 'failed') setQueued(id, { ...queued, message: newerTextMessage }, owner);
    return true;
  }
  if (saved.edit) removeLocalText({ userId: owner._id, id: saved.edit.localId });
  setQueued(id, undefined, owner);
  return false;
}

const newerTextMessage = 'Your earlier text is saved. This one is not saved yet.';

/** Stops the retries of a pending save whose text is being edited: the newer text is sent only by Save. */
export function holdPending(id: string, text: FormText): void {
  const queued = getQueued(id);
  if (queued?.state !== 'pending' || !queued.edit || isEqual(text, queued.edit.text)) return;
  setQueued(id, { ...queued, state: 'failed', edit: { ...queued.edit, text } });
}

function countPending(): void {
  const count = (queue: Queue) => Object.values(queue).filter(({ state }) => state === 'pending').length;
  const user = getCurrentUser();
  pendingSaveCount.set(count(getQueue(user)));
  otherUserSaves.set(
    Object.values(queues.get())
      .map(({ owner, queue }) => ({ userId: owner._id, name: owner.name, count: count(queue) }))
      .filter(({ userId, count }) => userId !== user._id && count > 0),
  );
}

queues.subscribe(countPending);
currentUser.subscribe(countPending);

/** Returns the message above the fields. Fields show their own errors, and the shell shows that a save is pending. */
export function getEditorMessage(queued: QueuedChange | undefined): string | undefined {
  return queued?.state !== 'failed' || queued.isInvalid ? undefined : queued.message;
}

/** Returns whether the server has neither accepted nor refused a change, so that it can be sent again unchanged. */
export function hasNoResponse(error: unknown): boolean {
  return isApiError(error, 'network') || isApiError(error, 'unavailable') || isApiError(error, 'unauthenticated');
}

/** Error pointers of the server start at the request body; the form knows only the value. */
const valuePrefix = /^\/?value/;

/**
 * Returns a queued change as it is after the error.
 *
 * @param fallback the message when the server gives none (Spec §8)
 */
export function toFailed(queued: QueuedChange, error: unknown, fallback: string = messages.updateFailed): QueuedChange {
  const { change, edit, onSaved } = queued;
  const reason = getErrorMessage(error, fallback);
  const failed: QueuedChange = {
    change,
    edit,
    onSaved,
    state: 'failed',
    message: `${messages.contentFailed} ${reason}`,
  };
  if (!isApiError(error)) return failed;
  if (hasNoResponse(error) && edit && change.kind === 'save') {
    return { ...failed, state: 'pending', message: `Not saved yet. ${reason}` };
  }
  const current = error.code === 'conflict' && edit?.base ? parseItem(error.current) : undefined;
  // The conflict may be that of an item whose links change with this one.
  const serverVersion = current && getItemId(current) === getItemId(change) ? current : undefined;
  const isFinal = error.code === 'validation-failed' || (error.code === 'conflict' && error.current === undefined);
  if (isFinal) {
    // "Please try again" would be wrong here: something else has to change first.
    Object.assign(failed, { isFinal, place: error.place, message: edit ? `Not saved. ${reason}` : reason });
  }
  if (error.errors.length === 0) return { ...failed, serverVersion };
  const errors = Object.fromEntries(
    error.errors.map(({ pointer, detail }) => [pointer.replace(valuePrefix, ''), detail]),
  );
  const isInvalid = edit !== undefined && error.errors.every(({ pointer }) => valuePrefix.test(pointer));
  return { ...failed, errors, isInvalid, message: isInvalid ? `Not saved. ${reason}` : failed.message };
}
