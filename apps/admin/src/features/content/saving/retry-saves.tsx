import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { isApiError } from '../../../api/client.ts';
import { contentKey } from '../../../api/query-keys.ts';
import { logActivity } from '../../../store/activity-log.ts';
import { getCurrentUser, type Owner } from '../../../store/current-user.ts';
import { setUnsaved } from '../../../store/unsaved.ts';
import { messages } from '../../../ui/messages.ts';
import { useToast } from '../../../ui/toast.tsx';
import { type Content, itemId } from '../model/content-query.ts';
import type { Change } from './content-mutations.ts';
import { wordsFor } from './describe-change.ts';
import { type Edit, type Failure, failureOf, isUnanswered, setFailure, toFailure } from './save-queue.ts';
import { useBulkSave } from './use-bulk-save.ts';
import { useResume } from './use-retry-queue.ts';
import { useChange } from './use-send-mutation.ts';

const listeners = new Set<() => void>();

/** The content screen says in its own place what came of a save that waited. @returns what ends that */
export function onResumed(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

type Pending = Failure & Required<Pick<Failure, 'waiting'>>;

/** Sends the pending saves of the signed-in user, whatever screen is shown meanwhile. */
export function ResumeSaves() {
  const send = useChange();
  const saveAll = useBulkSave();
  const queryClient = useQueryClient();
  const toast = useToast();

  const describe = (change: Change) => wordsFor(change, queryClient.getQueryData<Content>(contentKey)?.content ?? {});

  const announceSaved = (words: string, place: Change) => {
    logActivity({ text: words, place });
    if (listeners.size === 0) toast({ text: `Saved now: ${words}.` });
    for (const listener of listeners) listener();
  };
  const announceRefused = (words: string) => {
    if (listeners.size === 0) toast({ text: `Not saved: ${words}. Content Management says why.` });
  };

  function onSaved({ waiting, edit }: Pending, { words, owner }: { words: string; owner: Owner }) {
    if (!settle(itemId(waiting.change), { edit, owner })) waiting.onSaved?.();
    if (isCurrent(owner)) announceSaved(words, waiting.change);
  }

  function onFailed({ waiting, edit }: Pending, { words, owner, ...refusal }: Refusal) {
    const { change, onSaved } = waiting;
    const id = itemId(change);
    // Text that was typed while this was on its way is newer than what it brings back.
    if (failureOf(id, owner)?.edit !== edit) return;
    const failure = toFailure(refusal.error, { change, edit, onSaved, fallback: refusal.fallback });
    setFailure(id, failure, owner);
    if (failure.waiting || !isCurrent(owner)) return;
    logActivity({ text: words, problem: failure.problem, place: change });
    announceRefused(words);
  }

  /** Keeps an open editor as it is, because the user may still be typing in it. */
  async function resumeOne(pending: Pending) {
    const { change } = pending.waiting;
    const owner = getCurrentUser();
    const words = describe(change);
    try {
      await send({ change, words, isUndo: false });
      onSaved(pending, { words, owner });
    } catch (error) {
      onFailed(pending, { words, owner, error });
    }
  }

  /**
   * Saves several items in one call, as one revision.
   *
   * @returns whether each of them has its answer; not when one was refused, so that each has to be sent on its own
   */
  async function resumeTogether(all: readonly Pending[]): Promise<boolean> {
    const owner = getCurrentUser();
    const described = all.map((pending) => ({ pending, words: describe(pending.waiting.change) }));
    try {
      await saveAll(all.map(({ waiting }) => waiting.change));
    } catch (error) {
      const isRefused = isApiError(error) && error.status >= 400 && error.status < 500;
      if (isRefused && !isUnanswered(error)) return false;
      const fallback = messages.bulkUpdateFailed;
      for (const { pending, words } of described) onFailed(pending, { words, owner, error, fallback });
      return true;
    }
    for (const { pending, words } of described) onSaved(pending, { words, owner });
    return true;
  }

  async function resumeAll(failures: readonly Failure[], signal: AbortSignal) {
    const all = failures.filter((failure): failure is Pending => failure.waiting !== undefined);
    // A new entry must not be there yet, which the bulk call cannot say.
    const changed = all.filter(({ waiting }) => waiting.change.version !== undefined);
    const isDone = changed.length > 1 && (await resumeTogether(changed));
    for (const pending of isDone ? all.filter((each) => !changed.includes(each)) : all) {
      if (signal.aborted) return;
      await resumeOne(pending);
    }
  }

  const latest = useRef(resumeAll);
  latest.current = resumeAll;
  useResume(useCallback((failures, signal) => latest.current(failures, signal), []));
  return null;
}

interface Refusal {
  words: string;
  owner: Owner;
  error: unknown;
  fallback?: string;
}

function isCurrent(owner: Owner): boolean {
  return owner._id === getCurrentUser()._id;
}

/**
 * Nothing is owed any more; but text that was typed while an earlier one was on its way stays where it is.
 *
 * @returns whether there is such text
 */
function settle(id: string, { edit, owner }: { edit: Edit | undefined; owner: Owner }): boolean {
  const failure = failureOf(id, owner);
  const isNewer = failure?.edit !== undefined && edit !== undefined && failure.edit !== edit;
  const problem = 'Your earlier text is saved now. This one is not yet.';
  setUnsaved(id, undefined, { userId: owner._id });
  setFailure(id, isNewer ? { ...failure, waiting: undefined, problem } : undefined, owner);
  return isNewer;
}
