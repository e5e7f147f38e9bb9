import type { ItemDefinition } from '@threadline/schema/content-model';
import { fieldOf } from '@threadline/schema/form-field';
import { type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { setUnsaved } from '../../../store/unsaved.ts';
import { changesBetween, completed, type Draft, type FieldErrors, isSame, validate } from '../model/form-model.ts';
import { findControl, findFirstControl, focusField } from './focus-field.ts';
import { useFormHistory } from './form-history.ts';

export interface ItemFormOptions {
  definition: ItemDefinition;
  /** What is saved; undefined for a new entry. */
  saved?: Draft;
  /** What the form begins with, where it is not what is saved: a new entry, or words that could not be saved. */
  draft?: Draft;
  /** Refused by the server, by JSON Pointer. */
  refused?: FieldErrors;
  /** JSON Pointer of the field that gets the caret. */
  focus?: string;
  /** Every change at once; undefined when nothing differs from what is saved, or the person drops it. */
  onDraft?: (draft: Draft | undefined) => void;
  /** Words that are on their way already: as long as they are what stands here, nothing is lost by leaving. */
  sent?: Draft;
  /** The person leaves and agrees to lose the words. */
  onDrop?: () => void;
}

/** The words of an open editor: what differs, what is wrong with them, and where the caret belongs. */
export function useItemForm(options: ItemFormOptions, form: RefObject<HTMLElement | null>) {
  const { definition, saved, refused } = options;
  const field = fieldOf(definition.schema);
  const base = useMemo(() => saved && { value: completed(field, saved.value), title: saved.title }, [field, saved]);
  const [start] = useState<Draft>(() => {
    const given = options.draft ?? saved;
    return { value: completed(field, given?.value), title: given?.title ?? '' };
  });
  const history = useFormHistory(() => start);
  const { draft } = history;
  const isDirty = !isSame(draft, base ?? start) || Boolean(options.draft && saved && !isSame(options.draft, saved));
  const drop = useUnsavedWords({ ...options, draft, isDirty });
  const [refusedAtStart] = useState(() => refused && Object.keys(refused));
  useCaret(form, { wanted: options.focus, refused: refusedAtStart, reached: history.reached });

  const errors = useMemo(() => validate(definition.schema, draft.value), [definition, draft.value]);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(refused !== undefined);
  const serverErrors = isSame(draft, start) ? refused : undefined; // gone with the first change
  const shown: FieldErrors = { ...serverErrors, ...(tried ? errors : only(errors, left)) };
  const changes = base
    ? changesBetween(field, base.value, draft.value).length + (draft.title === base.title ? 0 : 1)
    : 0;

  return {
    ...history,
    field,
    base,
    isDirty,
    changes,
    errors,
    /** The errors to show now. */
    shown,
    /** A press on Save has led to the errors. */
    tried: tried || serverErrors !== undefined,
    /** The words are on their way, or given up: nobody is asked about them any more. */
    drop,
    leave: (pointer: string) => isDirty && setLeft((before) => new Set(before).add(pointer)),
    /** Shows every error and leads to the first one; true when there is none. */
    check: (): boolean => {
      const invalid = Object.keys(errors);
      if (invalid.length === 0) return true;
      // The errors are rendered first: they take room.
      flushSync(() => setTried(true));
      focusField(findFirstControl(form.current, invalid));
      return false;
    },
  };
}

interface Words extends Pick<ItemFormOptions, 'onDraft' | 'sent' | 'onDrop'> {
  draft: Draft;
  isDirty: boolean;
}

/** Keeps words that are not saved from being lost; @returns what lets go of them. */
function useUnsavedWords({ draft, isDirty, onDraft, sent, onDrop }: Words) {
  const editorId = useId();
  const latest = useRef({ onDraft, onDrop });
  latest.current = { onDraft, onDrop };
  const tell = useCallback((words?: Draft): void => latest.current.onDraft?.(words), []);
  const isOpen = isDirty && !(sent && isSame(draft, sent));
  useEffect(() => {
    const dropAll = () => {
      tell();
      latest.current.onDrop?.();
    };
    setUnsaved(editorId, isOpen ? 'open' : undefined, { onDrop: dropAll });
    return () => setUnsaved(editorId, undefined);
  }, [editorId, isOpen, tell]);
  // Runs before the next keystroke is handled.
  useEffect(() => tell(isDirty ? draft : undefined), [tell, isDirty, draft]);
  return ({ forEver = false } = {}): void => {
    setUnsaved(editorId, undefined);
    if (forEver) tell();
  };
}

interface CaretPlaces {
  wanted: string | undefined;
  /** The fields that the server has refused: the first of them gets the caret. */
  refused: readonly string[] | undefined;
  reached: { pointer: string } | undefined;
}

/** Puts the caret where the editor was opened for, and where a step back or forth has led. */
function useCaret(form: RefObject<HTMLElement | null>, { wanted, refused, reached }: CaretPlaces): void {
  useEffect(() => {
    // As much of it in view as there is room for, before the caret makes sure of its own field.
    form.current?.closest('[data-item]')?.scrollIntoView({ block: 'nearest' });
    const invalid = refused && findFirstControl(form.current, refused);
    if (invalid) return focusField(invalid);
    const field = wanted === undefined ? null : findControl(form.current, wanted);
    (field ?? form.current?.querySelector<HTMLElement>('[data-pointer]'))?.focus();
  }, [form, wanted, refused]);
  useEffect(() => {
    if (reached) findControl(form.current, reached.pointer)?.focus();
  }, [form, reached]);
}

function only(errors: FieldErrors, pointers: ReadonlySet<string>): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([pointer]) => pointers.has(pointer)));
}
