import { useQueryClient } from '@tanstack/react-query';
import type { ContentItem } from '@threadline/schema/content-item';
import { useCallback, useEffect, useRef, useState } from 'react';
import { contentKey } from '../../../api/query-keys.ts';
import { logActivity } from '../../../store/activity-log.ts';
import { getCurrentUser } from '../../../store/current-user.ts';
import { setUnsaved } from '../../../store/unsaved.ts';
import { type Content, itemId } from '../model/content-query.ts';
import type { Change } from './content-mutations.ts';
import { wordsFor } from './describe-change.ts';
import { setLastChange, useLastChange } from './last-change.ts';
import { onResumed } from './retry-saves.tsx';
import type { Outcome } from './save-banner.tsx';
import { type Edit, failureOf, setFailure, toFailure, useFailures } from './save-queue.ts';
import { useChange } from './use-send-mutation.ts';

interface RunOptions {
  /** The words of an editor: they come back into it when they are refused. */
  edit?: Edit;
  /** True when this browser stores that text until it is saved. */
  isStored?: boolean;
  onFailed?: () => void;
  onSaved?: () => void;
  /** The person logs out and agrees to lose the words. */
  onDrop?: () => void;
  /** Set when this takes back, or does again, what these words name. */
  again?: { words: string; isUndo: boolean };
}

/** Changing content, with everything that a person is told about it. */
export function useSaving() {
  const send = useChange();
  const queryClient = useQueryClient();
  const [saving, setSaving] = useState<readonly string[]>([]);
  const failures = useFailures();
  const last = useLastChange();
  const [outcome, setOutcome] = useState<Outcome>();
  const count = useRef(0);

  const forget = useCallback((id: string) => {
    setUnsaved(id, undefined);
    setFailure(id, undefined);
  }, []);

  const tell = useCallback((succeeded: boolean, detail?: string) => {
    count.current += 1;
    setOutcome({ number: count.current, succeeded, detail });
  }, []);

  const wordsOf = (change: Change) => wordsFor(change, queryClient.getQueryData<Content>(contentKey)?.content ?? {});

  async function run(change: Change, { edit, isStored, onFailed, onSaved, onDrop, again }: RunOptions = {}) {
    const id = itemId(change);
    const owner = getCurrentUser();
    const { words, isUndo } = again ?? { words: wordsOf(change), isUndo: false };
    forget(id);
    setSaving((ids) => [...ids, id]);
    if (edit) setUnsaved(id, 'kept', { onDrop, isStored }); // until the server has it
    const settle = () => setSaving((ids) => ids.toSpliced(ids.indexOf(id), 1));
    const onAccepted = () => {
      setUnsaved(id, undefined, { userId: owner._id });
      settle();
      if (owner === getCurrentUser()) logActivity({ text: isUndo ? `${words} (undone)` : words, place: change });
      tell(true, isUndo ? `Undone: ${words}.` : undefined);
      onSaved?.();
    };
    try {
      await send({ change, words, isUndo, onAccepted });
    } catch (error) {
      settle();
      const failure = toFailure(error, { change, edit, onSaved });
      setFailure(id, failure, owner);
      // Another person has signed in meanwhile: it is kept for its owner.
      if (owner !== getCurrentUser()) return;
      logActivity({ text: words, problem: failure.problem, place: change });
      // Told where it is answered: at the item, at its fields, or by the notice of what waits.
      if (!failure.theirs && !failure.isOfWords && !failure.waiting) tell(false);
      onFailed?.();
    }
  }

  /** The other text wins: ours is dropped and the list shows theirs. */
  async function takeTheirs(theirs: ContentItem) {
    await queryClient.invalidateQueries({ queryKey: contentKey });
    forget(itemId(theirs));
  }

  /** Back to the form with our words; their text is what it is compared with. */
  async function editAgain(theirs: ContentItem, draft: Edit['draft']) {
    await queryClient.invalidateQueries({ queryKey: contentKey });
    const failure = failureOf(itemId(theirs));
    if (failure) setFailure(itemId(theirs), { ...failure, edit: { draft, base: undefined }, theirs: undefined });
  }

  useEffect(() => onResumed(() => tell(true)), [tell]);

  const clearOutcome = useCallback(() => setOutcome(undefined), []);
  const undo = last && {
    words: last.words,
    isRedo: last.isUndo,
    run: () => {
      setLastChange(undefined); // once
      return run(last.inverse, { again: { words: last.words, isUndo: !last.isUndo } });
    },
  };
  return { run, saving, failures, forget, outcome, clearOutcome, takeTheirs, editAgain, undo };
}

export type Saving = ReturnType<typeof useSaving>;
