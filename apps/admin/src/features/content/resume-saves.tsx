import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { noteActivity } from '../../activity-log.ts';
import { useToast } from '../../ui/toast.tsx';
import { setUnsaved } from '../../unsaved.ts';
import { wordsFor } from './change-words.ts';
import type { Change } from './changes.ts';
import { type Content, contentKey, itemId } from './content-query.ts';
import { type Edit, type Failure, failureOf, setFailure, toFailure } from './failures.ts';
import { useChange } from './use-change.ts';
import { useResume } from './use-resume.ts';

const listeners = new Set<() => void>();

/** The content screen says in its own place what came of a save that waited. @returns what ends that */
export function onResumed(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sends what nobody answered, whatever screen is shown meanwhile. */
export function ResumeSaves() {
  const send = useChange();
  const queryClient = useQueryClient();
  const toast = useToast();

  const wordsOf = (change: Change) => wordsFor(change, queryClient.getQueryData<Content>(contentKey)?.content ?? {});

  const tellSaved = (words: string, place: Change) => {
    noteActivity({ words, place });
    if (listeners.size === 0) toast({ text: `Saved now: ${words}.` });
    for (const listener of listeners) listener();
  };
  const tellRefused = (words: string) => {
    if (listeners.size === 0) toast({ text: `Not saved: ${words}. Content Management says why.` });
  };

  /** An editor stays as it is meanwhile: somebody may be typing on in it. */
  async function runAgain({ waiting, edit }: Failure) {
    if (!waiting) return;
    const { change, onSaved } = waiting;
    const id = itemId(change);
    const words = wordsOf(change);
    try {
      await send({ change, words, isUndo: false });
      if (!settle(id, edit)) onSaved?.();
      tellSaved(words, change);
    } catch (error) {
      // Words that were typed while this was on its way are newer than what it brings back.
      if (failureOf(id)?.edit !== edit) return;
      const failure = toFailure(error, { change, edit, onSaved });
      setFailure(id, failure);
      if (failure.waiting) return;
      noteActivity({ words, problem: failure.problem, place: change });
      tellRefused(words);
    }
  }

  const latest = useRef(runAgain);
  latest.current = runAgain;
  useResume(useCallback((failure: Failure) => latest.current(failure), []));
  return null;
}

/**
 * Nothing is owed any more; but words that were typed while an earlier text was on its way stay where they are.
 *
 * @returns whether there are such words
 */
function settle(id: string, edit: Edit | undefined): boolean {
  const failure = failureOf(id);
  const isNewer = failure?.edit !== undefined && edit !== undefined && failure.edit !== edit;
  const problem = 'Your earlier text is saved now. This one is not yet.';
  setUnsaved(id, undefined);
  setFailure(id, isNewer ? { ...failure, waiting: undefined, problem } : undefined);
  return isNewer;
}
