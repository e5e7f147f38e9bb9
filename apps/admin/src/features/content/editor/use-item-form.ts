import type { ItemDefinition } from '@threadline/schema/content/content-model';
import { type FormField, getField, getLabelAt } from '@threadline/schema/content/form-field';
import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { hasLastChange } from '../../../store/has-last-change.ts';
import { openForm } from '../../../store/open-form.ts';
import { setUnsaved } from '../../../store/unsaved.ts';
import { compareTexts } from '../model/compare.ts';
import {
  completeValue,
  type FieldErrors,
  type FormText,
  isEqual,
  titleLabel,
  titlePointer,
  validate,
} from '../model/form-model.ts';
import { findControl, findFirstControl, focusField } from './field-errors.tsx';
import { listSteps } from './list-steps.ts';
import { useUndoSteps } from './undo-steps.ts';
import { useMissingAlt } from './use-missing-alt.ts';

export interface ItemFormOptions {
  definition: ItemDefinition;
  /** The saved state; undefined for a new entry. */
  saved?: FormText | undefined;
  /** The initial state of the form where it differs: a new entry, or a text that could not be saved. */
  initialText?: FormText | undefined;
  /** Errors of the server, by JSON Pointer. */
  serverErrors?: FieldErrors | undefined;
  /** JSON Pointer of the field that gets the caret. */
  focus?: string | undefined;
  /** Whether a picture without an alt text is an error: visitors see the entry. */
  needsAlt?: boolean;
  /** False if the owner of the form asks before text is lost. */
  isGuarded?: boolean;
  /** A text that is pending already: while the form shows it, leaving loses nothing. */
  pending?: FormText | undefined;
  /** Called with every change; undefined when the form is equal to the saved state, or its text is dropped. */
  onUnsavedText: (text: FormText | undefined) => void;
  /** Called when the user leaves the screen and agrees to lose the text. */
  onDrop?: () => void;
  /** Saves a valid text. Resolves to false if the server has not accepted it. */
  onSave: (text: FormText, options?: SaveOptions) => Promise<boolean>;
}

export interface SaveOptions {
  /** The user leaves the editor once the text is saved. The editor stays open until then. */
  isLeaving: boolean;
}

/** Returns the state of an open editor: its text with history, its changes and its errors. */
export function useItemForm(options: ItemFormOptions, form: RefObject<HTMLElement | null>) {
  const { definition, saved, serverErrors } = options;
  const field = getField(definition.schema);
  const base = saved && { value: completeValue(field, saved.value), title: saved.title };
  const [start] = useState<FormText>(() => {
    const given = options.initialText ?? saved;
    return { value: completeValue(field, given?.value), title: given?.title ?? '' };
  });
  const [before] = useState(() => (base && options.isGuarded !== false ? listSteps(definition, base, start) : []));
  const history = useUndoSteps(start, before);
  const { text } = history;
  const isDirty =
    !isEqual(text, base ?? start) || Boolean(options.initialText && saved && !isEqual(options.initialText, saved));
  const [initialErrors] = useState(() => serverErrors && Object.keys(serverErrors));
  useHeaderSteps(field, isDirty, history);
  useCaret(form, { focus: options.focus, invalid: initialErrors, reached: history.reached });

  const errors = validate(definition.schema, text.value);
  const missingAlt = useMissingAlt(text.value);
  // Hidden entries and drafts may be saved without alt texts.
  const unsavable = { ...(options.needsAlt && missingAlt), ...errors };
  const [leftFields, setLeftFields] = useState<readonly string[]>([]);
  const [isTried, setTried] = useState(serverErrors !== undefined);
  const current = isEqual(text, start) ? serverErrors : undefined; // obsolete after the first change
  const visible = isTried
    ? unsavable
    : Object.fromEntries(Object.entries(errors).filter(([pointer]) => leftFields.includes(pointer)));

  /** Shows every error and focuses the first one. Returns whether there is none. */
  const check = (): boolean => {
    const invalid = Object.keys(unsavable);
    if (invalid.length === 0) return true;
    // The messages have to be rendered first, because they move the fields.
    flushSync(() => setTried(true));
    focusField(findFirstControl(form.current, invalid));
    return false;
  };
  const release = useUnsavedGuard(options, { text, isDirty, check });

  return {
    ...history,
    field,
    base,
    isDirty,
    changes: base ? compareTexts(definition, base, text).length : 0,
    errors,
    /** The errors that are shown now. */
    visibleErrors: { ...current, ...visible } satisfies FieldErrors,
    /** Whether a press on Save has led to the errors. */
    isTried: isTried || current !== undefined,
    /** Lets the user leave without a question, because the text is being sent or given up. */
    release,
    leave: (pointer: string) => isDirty && setLeftFields((before) => [...before, pointer]),
    check,
  };
}

export type ItemForm = ReturnType<typeof useItemForm>;

/** Reports every change of the text, and asks before a text is lost. Returns a function that ends the questions. */
function useUnsavedGuard(
  options: ItemFormOptions,
  { text, isDirty, check }: { text: FormText; isDirty: boolean; check: () => boolean },
): () => void {
  const { pending, isGuarded = true } = options;
  const editorId = useId();
  const isUnsaved = isGuarded && isDirty && !(pending && isEqual(text, pending));
  // A value that `onUnsavedText` returns must not become the clean-up of the effect.
  const report = useEffectEvent((changed: FormText | undefined): void => {
    options.onUnsavedText(changed);
  });
  const drop = useEffectEvent(() => {
    options.onUnsavedText(undefined);
    options.onDrop?.();
  });
  const showErrors = useEffectEvent(check);
  const save = useEffectEvent(async () => check() && options.onSave(text, { isLeaving: true }));
  useEffect(() => {
    if (!isUnsaved) return;
    setUnsaved(editorId, 'open', { onDrop: () => drop(), onCheck: () => showErrors(), onSave: () => save() });
    return () => setUnsaved(editorId, undefined);
  }, [editorId, isUnsaved]);
  useEffect(() => report(isDirty ? text : undefined), [isDirty, text]);
  return () => setUnsaved(editorId, undefined);
}

/**
 * Gives Undo of the header to the form while it has steps back, and while its text differs from what is saved: Undo must not
 * change the site instead. Redo is that of the form while it has steps forward.
 */
function useHeaderSteps(field: FormField, isDirty: boolean, history: ReturnType<typeof useUndoSteps>): void {
  const { next, undo, redo } = history;
  const undoLabel = next.undo === undefined ? undefined : getStepLabel(field, next.undo);
  const redoLabel = next.redo === undefined ? undefined : getStepLabel(field, next.redo);
  const runUndo = useEffectEvent(undo);
  const runRedo = useEffectEvent(redo);
  const ownsUndo = isDirty || undoLabel !== undefined;
  const isOwner = ownsUndo || redoLabel !== undefined;
  useEffect(() => {
    if (!isOwner) return;
    hasLastChange.set(true);
    openForm.set({
      undo: undoLabel === undefined ? undefined : { label: undoLabel, run: () => runUndo() },
      redo: redoLabel === undefined ? undefined : { label: redoLabel, run: () => runRedo() },
      ownsUndo,
    });
    return () => openForm.set(undefined);
  }, [isOwner, ownsUndo, undoLabel, redoLabel]);
}

/** Returns the name of a field in the report of a step. */
export function getStepLabel(field: FormField, pointer: string): string {
  return pointer === titlePointer ? titleLabel.title : getLabelAt(field, pointer);
}

interface CaretOptions {
  focus: string | undefined;
  /** Pointers of the fields that the server refused. The first of them gets the caret. */
  invalid: readonly string[] | undefined;
  reached: { pointer: string } | undefined;
}

/** Brings the form into view and focuses the field for which it was opened, and the field that Undo or Redo changed. */
function useCaret(form: RefObject<HTMLElement | null>, { focus, invalid, reached }: CaretOptions): void {
  useEffect(() => {
    showForm(form.current);
    const refused = invalid && findFirstControl(form.current, invalid);
    if (refused) return focusField(refused);
    const field = focus === undefined ? null : findControl(form.current, focus);
    (field ?? form.current?.querySelector<HTMLElement>('[data-pointer]'))?.focus();
    return showFormAgain(form.current);
  }, [form, focus, invalid]);
  useEffect(() => {
    // The page keeps the focus if the step was asked for there.
    const focused = document.activeElement;
    if (!reached || focused instanceof HTMLIFrameElement) return;
    // Several cells or entries changed, and the focus is at one of them.
    if (focused?.getAttribute('data-pointer')?.startsWith(`${reached.pointer}/`)) return;
    const control = findControl(form.current, reached.pointer);
    // A formatted text shows the place of the change.
    control?.focus({ preventScroll: control.isContentEditable });
  }, [form, reached]);
}

/** Scrolls to a form: to the begin of a new entry, and no further than needed to that of a row, which was in view. */
function showForm(form: HTMLElement | null): void {
  const card = form?.closest('[data-open]');
  card?.scrollIntoView({ block: card.matches('[data-item]') ? 'nearest' : 'start' });
}

/** How often the rows above the form that come into view can bring further ones into view. */
const layoutFrames = 4;

/**
 * Keeps a form and its focused field in view while the rows above it get their real heights, which they have only once they are
 * painted. Returns a function that ends this.
 */
function showFormAgain(form: HTMLElement | null): () => void {
  const update = (frames: number): number =>
    requestAnimationFrame(() => {
      showForm(form);
      if (form?.contains(document.activeElement)) document.activeElement?.scrollIntoView({ block: 'nearest' });
      if (frames > 1) request = update(frames - 1);
    });
  let request = update(layoutFrames);
  return () => cancelAnimationFrame(request);
}
