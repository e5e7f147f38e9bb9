import { TextInput } from '@mantine/core';
import { itemMetadataSchema } from '@threadline/schema/content-item';
import type { ItemDefinition } from '@threadline/schema/content-model';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { setUnsaved } from '../../unsaved.ts';
import classes from './editor.module.css';
import { ErrorSummary } from './error-summary.tsx';
import type { FormChoices } from './form-context.ts';
import { changesBetween, completed, type FieldErrors, fieldOf, isSame, validate } from './form-model.ts';
import { SchemaForm } from './schema-form.tsx';

export interface Draft {
  value: unknown;
  title: string;
}

interface ItemEditorProps {
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
  const [draft, setDraft] = useState(start);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(refused !== undefined);
  const form = useRef<HTMLFormElement>(null);
  const editorId = useId();
  const confirm = useConfirm();

  const isDirty = !isSame(draft, base ?? start) || Boolean(props.draft && saved && !isSame(props.draft, saved));
  useEffect(() => {
    setUnsaved(editorId, isDirty ? 'open' : undefined);
    return () => setUnsaved(editorId, undefined);
  }, [editorId, isDirty]);

  useEffect(() => {
    const wanted = props.focus
      ? form.current?.querySelector<HTMLElement>(`[data-pointer="${CSS.escape(props.focus)}"]`)
      : null;
    (wanted ?? form.current?.querySelector<HTMLElement>('[data-pointer]'))?.focus();
  }, [props.focus]);

  const errors = useMemo(() => validate(definition.schema, draft.value), [definition, draft.value]);
  const serverErrors = isSame(draft, start) ? refused : undefined; // gone with the first change
  const shown: FieldErrors = { ...serverErrors, ...(tried ? errors : only(errors, left)) };
  const changes = base
    ? changesBetween(field, base.value, draft.value).length + (draft.title === base.title ? 0 : 1)
    : 0;

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (Object.keys(errors).length > 0) {
      setTried(true);
      const first = Object.keys(errors)[0] ?? '';
      form.current?.querySelector<HTMLElement>(`[data-pointer="${CSS.escape(first)}"]`)?.focus();
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
    onCancel();
  };
  useSaveKey(submit);
  const onKeyDown = (event: KeyboardEvent) => {
    const isListOpen = (event.target as HTMLElement).getAttribute('aria-expanded') === 'true';
    if (event.key === 'Escape' && !isListOpen && !event.defaultPrevented) cancel();
  };

  return (
    <form
      className={classes.editor}
      ref={form}
      onSubmit={submit}
      onKeyDown={onKeyDown}
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
          onChange={(value) => setDraft((before) => ({ ...before, value }))}
          onLeave={(pointer) => isDirty && setLeft((before) => new Set(before).add(pointer))}
        />
        <TextInput
          label={
            <>
              Title in this list <span className={classes.optional}>optional. {titleHint}</span>
            </>
          }
          value={draft.title}
          maxLength={80}
          onChange={(event) => {
            const title = event.currentTarget.value;
            setDraft((before) => ({ ...before, title }));
          }}
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
