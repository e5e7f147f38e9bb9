import { TextInput } from '@mantine/core';
import { itemMetadataSchema } from '@threadline/schema/content-item';
import type { ItemDefinition } from '@threadline/schema/content-model';
import { type FormEvent, type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { setUnsaved } from '../../unsaved.ts';
import classes from './editor.module.css';
import { ErrorSummary } from './error-summary.tsx';
import type { FormChoices } from './form-context.ts';
import { useFormHistory } from './form-history.ts';
import { changesBetween, completed, type FieldErrors, fieldOf, isSame, validate } from './form-model.ts';
import { titlePointer } from './merge.ts';
import { usePreviewDraft } from './preview/use-preview-draft.ts';
import { SchemaForm } from './schema-form.tsx';

export interface Draft {
  value: unknown;
  title: string;
}

interface ItemEditorProps {
  /** Where the preview shows what is typed. */
  previewed: { section: string; key: string };
  definition: ItemDefinition;
  /** What is saved; undefined for a new entry. */
  saved?: Draft;
  /** What the form begins with, where it is not what is saved: a new entry, or words that could not be saved. */
  draft?: Draft;
  choices: FormChoices;
  /** Refused by the server, by JSON Pointer. */
  refused?: FieldErrors;
  /** Why the last save failed; stays until the next one. */
  problem?: string;
  /** JSON Pointer of the field that gets the caret. */
  focus?: string;
  /** Under the fields of a new entry: the address it will get. */
  note?: (draft: Draft) => string | undefined;
  /** Every change at once; undefined when nothing differs from what is saved, or the person drops it. */
  onDraft?: (draft: Draft | undefined) => void;
  onSave: (draft: Draft) => void;
  onCancel: () => void;
}

const titleHint = itemMetadataSchema.shape.title.unwrap().meta()?.description;

/** Spec §2: value and optional title, with Save and Cancel. */
export function ItemEditor(props: ItemEditorProps) {
  const { definition, saved, choices, refused, problem, note, onSave, onCancel } = props;
  const field = fieldOf(definition.schema);
  const base = useMemo(() => saved && { value: completed(field, saved.value), title: saved.title }, [field, saved]);
  const [start] = useState<Draft>(() => {
    const given = props.draft ?? saved;
    return { value: completed(field, given?.value), title: given?.title ?? '' };
  });
  const { draft, reached, change, undo, redo } = useFormHistory(() => start);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(refused !== undefined);
  const form = useRef<HTMLFormElement>(null);
  const editorId = useId();
  const confirm = useConfirm();

  const isDirty = !isSame(draft, base ?? start) || Boolean(props.draft && saved && !isSame(props.draft, saved));
  const latest = useRef(props.onDraft);
  latest.current = props.onDraft;
  const tell = useCallback((words?: Draft): void => {
    latest.current?.(words);
  }, []);
  useEffect(() => {
    setUnsaved(editorId, isDirty ? 'open' : undefined, tell);
    return () => setUnsaved(editorId, undefined);
  }, [editorId, isDirty, tell]);
  // Runs before the next keystroke is handled.
  useEffect(() => tell(isDirty ? draft : undefined), [tell, isDirty, draft]);

  useEffect(() => {
    const wanted = props.focus === undefined ? null : fieldWith(form.current, props.focus);
    (wanted ?? form.current?.querySelector<HTMLElement>('[data-pointer]'))?.focus();
  }, [props.focus]);
  useEffect(() => {
    if (reached) fieldWith(form.current, reached.pointer)?.focus();
  }, [reached]);

  const errors = useMemo(() => validate(definition.schema, draft.value), [definition, draft.value]);
  const onFocus = usePreviewDraft(props.previewed, draft.value, errors);
  const serverErrors = isSame(draft, start) ? refused : undefined; // gone with the first change
  const shown: FieldErrors = { ...serverErrors, ...(tried ? errors : only(errors, left)) };
  const changes = base
    ? changesBetween(field, base.value, draft.value).length + (draft.title === base.title ? 0 : 1)
    : 0;

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (Object.keys(errors).length > 0) {
      setTried(true);
      fieldWith(form.current, Object.keys(errors)[0] ?? '')?.focus();
      return;
    }
    setUnsaved(editorId, undefined);
    if (base && isSame(draft, base) && !problem) onCancel();
    else onSave(draft);
  };
  const cancel = async () => {
    const question = {
      title: 'Drop this change?',
      text: 'What you changed here has not been saved.',
      action: 'Drop it',
      cancel: 'Keep editing',
    };
    if (isDirty && !(await confirm(question))) return;
    setUnsaved(editorId, undefined);
    tell();
    onCancel();
  };
  useSaveKey(submit);
  const onKeyDown = (event: KeyboardEvent) => {
    const isListOpen = (event.target as HTMLElement).getAttribute('aria-expanded') === 'true';
    if (event.key === 'Escape' && !isListOpen && !event.defaultPrevented) cancel();
    const step = stepOf(event);
    if (!step) return;
    event.preventDefault(); // the browser's own undo knows only one field, and not what a button changed
    if (step === 'undo') undo();
    else redo();
  };

  return (
    <form
      className={classes.editor}
      ref={form}
      onSubmit={submit}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      noValidate
      aria-label={`Edit ${definition.title}`}
    >
      <div className={classes.fields}>
        {problem && (
          <div className="alert" role="alert">
            {problem}
          </div>
        )}
        {tried && <ErrorSummary field={field} errors={shown} form={form} />}
        <SchemaForm
          field={field}
          value={draft.value}
          base={base?.value}
          errors={shown}
          choices={choices}
          onChange={(value, pointer) => change({ ...draft, value }, pointer)}
          onLeave={(pointer) => isDirty && setLeft((before) => new Set(before).add(pointer))}
        />
        <TextInput
          label={
            <>
              Title in this list <span className={classes.optional}>optional. {titleHint}</span>
            </>
          }
          data-pointer={titlePointer}
          value={draft.title}
          maxLength={80}
          onChange={(event) => change({ ...draft, title: event.currentTarget.value }, titlePointer)}
        />
        {note?.(draft) && <p className="meta">{note(draft)}</p>}
      </div>
      <div className={classes.foot}>
        <Button type="submit" variant="filled">
          Save
        </Button>
        <Button onClick={cancel}>Cancel</Button>
        <span className={classes.state} role="status">
          {stateWords(isDirty, changes)}
        </span>
        <span className={classes.keys} aria-hidden="true">
          <kbd>{isMac ? '⌘ S' : 'Ctrl S'}</kbd> save <kbd>Esc</kbd> cancel
        </span>
      </div>
    </form>
  );
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

function fieldWith(form: HTMLFormElement | null, pointer: string): HTMLElement | null {
  // A list has no control of its own: its first one stands for it.
  const exact = form?.querySelector<HTMLElement>(`[data-pointer="${CSS.escape(pointer)}"]`);
  return exact ?? form?.querySelector<HTMLElement>(`[data-pointer^="${CSS.escape(pointer)}/"]`) ?? null;
}

/** ⌘Z and Ctrl+Z go back, with Shift or as Ctrl+Y forth. */
function stepOf({ key, metaKey, ctrlKey, shiftKey, altKey }: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (altKey || !(metaKey || ctrlKey)) return undefined;
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return key.toLowerCase() === 'y' && !shiftKey ? 'redo' : undefined;
}

function stateWords(isDirty: boolean, changes: number): string {
  if (!isDirty) return '';
  if (changes === 0) return 'Not saved yet';
  return changes === 1 ? '1 change, not saved yet' : `${changes} changes, not saved yet`;
}

function only(errors: FieldErrors, pointers: ReadonlySet<string>): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([pointer]) => pointers.has(pointer)));
}

/** ⌘S or Ctrl+S saves, wherever the focus is. */
function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
