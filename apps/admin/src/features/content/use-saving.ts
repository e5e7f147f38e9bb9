import { useQueryClient } from '@tanstack/react-query';
import type { ContentItem } from '@threadline/schema/content-item';
import { useCallback, useRef, useState } from 'react';
import { isApiError, sentenceOf } from '../../api.ts';
import { messages } from '../../messages.ts';
import { setUnsaved } from '../../unsaved.ts';
import { contentKey, itemId, type Save, useSaveItem } from './content-query.ts';
import { type Failure, setFailedSave, useFailedSaves } from './failed-saves.ts';
import type { Outcome } from './save-banner.tsx';

interface SaveCallbacks {
  onFailed?: () => void;
  onSaved?: (item: ContentItem) => void;
}

/** Saving with everything that a person is told about it. */
export function useSaving() {
  const mutation = useSaveItem();
  const queryClient = useQueryClient();
  const [saving, setSaving] = useState<readonly string[]>([]);
  const failures = useFailedSaves();
  const [outcome, setOutcome] = useState<Outcome>();
  const count = useRef(0);

  const forget = useCallback((id: string) => {
    setUnsaved(id, undefined);
    setFailedSave(id, undefined);
  }, []);

  const tell = useCallback((succeeded: boolean, detail?: string) => {
    count.current += 1;
    setOutcome({ number: count.current, succeeded, detail });
  }, []);

  async function save(change: Save, { onFailed, onSaved }: SaveCallbacks = {}) {
    const id = itemId(change);
    forget(id);
    setUnsaved(id, 'kept'); // until the server has it
    setSaving((before) => [...before, id]);
    try {
      const { item } = await mutation.mutateAsync(change);
      setUnsaved(id, undefined);
      tell(true);
      onSaved?.(item);
    } catch (error) {
      setFailedSave(id, failureOf(error, change));
      // A text that somebody else has changed asks its question at the item; that is its message.
      if (!isApiError(error, 'conflict') || !isItem(error.current)) tell(false);
      onFailed?.();
    } finally {
      setSaving((before) => before.toSpliced(before.indexOf(id), 1));
    }
  }

  /** The other text wins: ours is dropped and the list shows theirs. */
  async function takeTheirs(theirs: ContentItem) {
    await queryClient.invalidateQueries({ queryKey: contentKey });
    forget(itemId(theirs));
  }

  /** Back to the form with our words; their text is what it is compared with. */
  async function editAgain(theirs: ContentItem) {
    await queryClient.invalidateQueries({ queryKey: contentKey });
    const failure = failures[itemId(theirs)];
    if (failure) setFailedSave(itemId(theirs), { ...failure, theirs: undefined });
  }

  const clearOutcome = useCallback(() => setOutcome(undefined), []);
  return { save, saving, failures, forget, outcome, clearOutcome, tell, takeTheirs, editAgain };
}

function failureOf(error: unknown, { value, metadata }: Save): Failure {
  const draft = { value, title: metadata.title ?? '' };
  const reason = sentenceOf(error, messages.updateFailed);
  const problem = `${messages.contentFailed} ${reason}`;
  if (!isApiError(error)) return { draft, problem };
  if (error.code === 'conflict' && isItem(error.current)) return { draft, problem, theirs: error.current };
  // Pointers lead into the body, `/value/headline`; the form knows only the value.
  const errors = error.errors.map(
    ({ pointer, detail }) => [pointer.replace(/^\/?(?:updates\/\d+\/)?value/, ''), detail] as const,
  );
  return { draft, problem, errors: errors.length > 0 ? Object.fromEntries(errors) : undefined };
}

function isItem(current: unknown): current is ContentItem {
  return typeof current === 'object' && current !== null && 'version' in current && 'value' in current;
}
