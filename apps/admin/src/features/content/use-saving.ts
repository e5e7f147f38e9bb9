import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContentItem, GroupedContent } from '@threadline/schema/content-item';
import { useCallback, useRef, useState } from 'react';
import { setUnsaved } from '../../unsaved.ts';
import { wordsFor } from './change-words.ts';
import { type Change, inverseOf, send, withChange, withItem } from './changes.ts';
import { type Content, contentKey, historyKey, itemId, removedKey } from './content-query.ts';
import { type Edit, type Failure, failureOf, setFailure, toFailure, useFailures } from './failures.ts';
import { setLastChange, useLastChange } from './last-change.ts';
import type { Outcome } from './save-banner.tsx';
import { useResume } from './use-resume.ts';

interface RunOptions {
  /** The words of an editor: they come back into it when they are refused. */
  edit?: Edit;
  onFailed?: () => void;
  onSaved?: () => void;
  /** The person logs out and agrees to lose the words. */
  onDrop?: () => void;
  /** Set when this takes back, or does again, what these words name. */
  again?: { words: string; isUndo: boolean };
}

/** Changing content, with everything that a person is told about it. */
export function useSaving() {
  const mutation = useChange();
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

  async function run(change: Change, { edit, onFailed, onSaved, onDrop, again }: RunOptions = {}) {
    const id = itemId(change);
    const { words, isUndo } = again ?? { words: wordsOf(change), isUndo: false };
    forget(id);
    setSaving((before) => [...before, id]);
    if (edit) setUnsaved(id, 'kept', onDrop); // until the server has it
    try {
      await mutation.mutateAsync({ change, words, isUndo });
      setUnsaved(id, undefined);
      tell(true, isUndo ? `Taken back: ${words}.` : undefined);
      onSaved?.();
    } catch (error) {
      const failure = toFailure(error, { change, edit, onSaved });
      setFailure(id, failure);
      // A text that somebody else has changed asks its question at the item; that is its message.
      if (!failure.theirs) tell(false);
      onFailed?.();
    } finally {
      setSaving((before) => before.toSpliced(before.indexOf(id), 1));
    }
  }

  /** What nobody answered, again. The editor stays as it is meanwhile: somebody may be typing on in it. */
  async function runAgain({ waiting, edit }: Failure) {
    if (!waiting) return;
    const { change, onSaved } = waiting;
    const id = itemId(change);
    try {
      await mutation.mutateAsync({ change, words: wordsOf(change), isUndo: false });
      if (!settle(id, edit)) onSaved?.();
      tell(true);
    } catch (error) {
      // Words that were typed while this was on its way are newer than what it brings back.
      if (failureOf(id)?.edit === edit) setFailure(id, toFailure(error, { change, edit, onSaved }));
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

  const latest = useRef(runAgain);
  latest.current = runAgain;
  const resume = useCallback((failure: Failure) => latest.current(failure), []);
  const waiting = useResume(resume);

  const clearOutcome = useCallback(() => setOutcome(undefined), []);
  const undo = last && {
    words: last.words,
    isRedo: last.isUndo,
    run: () => {
      setLastChange(undefined); // once
      return run(last.inverse, { again: { words: last.words, isUndo: !last.isUndo } });
    },
  };
  return { run, saving, failures, waiting, forget, outcome, clearOutcome, takeTheirs, editAgain, undo };
}

export type Saving = ReturnType<typeof useSaving>;

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

interface Sent {
  change: Change;
  words: string;
  isUndo: boolean;
}

/** Sends changes one after the other: each starts from the version before it. The list shows each at once. */
function useChange() {
  const queryClient = useQueryClient();
  const edit = (write: (content: GroupedContent) => GroupedContent) =>
    queryClient.setQueryData<Content>(contentKey, (before) => before && { ...before, content: write(before.content) });

  return useMutation({
    scope: { id: 'content' },
    networkMode: 'always', // a lost connection is said at once, not waited for in silence
    mutationFn: ({ change }: Sent) => send(change),
    onMutate: async ({ change }) => {
      await queryClient.cancelQueries({ queryKey: contentKey });
      const before = queryClient.getQueryData<Content>(contentKey)?.content ?? {};
      edit((content) => withChange(content, change));
      return { before };
    },
    onSuccess: (item, { change, words, isUndo }, { before }) => {
      const inverse = inverseOf(change, before, item);
      setLastChange(inverse && { inverse, words, isUndo });
      const isKnown = before[change.section]?.[change.key] !== undefined;
      if (item) edit((content) => withItem(content, item, item));
      const outdated = [historyKey, removedKey, ...(!item || !isKnown ? [contentKey] : [])];
      for (const queryKey of outdated) queryClient.invalidateQueries({ queryKey });
    },
    onError: (_error, { change }, context) => {
      const { section, key } = change;
      const was = context?.before[section]?.[key];
      if (change.kind === 'save' && was) edit((content) => withItem(content, change, was));
      else edit((content) => ({ ...content, [section]: context?.before[section] ?? {} }));
    },
  });
}
