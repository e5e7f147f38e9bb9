import { hasRequired } from '@threadline/schema/form-field';
import { type FormEvent, type KeyboardEvent, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { usePreviewDraft } from '../../preview/host/use-preview-draft.ts';
import { type Draft, isSame } from '../model/form-model.ts';
import { useSaveKey } from '../saving/use-save-key.ts';
import { NameInAdmin } from './admin-title-field.tsx';
import classes from './editor.module.css';
import { ErrorSummary } from './error-summary.tsx';
import type { FormChoices } from './form-context.ts';
import { SchemaForm } from './schema-form.tsx';
import { type ItemFormOptions, useItemForm } from './use-item-form.ts';

interface ItemEditorProps extends ItemFormOptions {
  /** Where the preview shows what is typed. */
  previewed: { section: string; key: string };
  choices: FormChoices;
  /** Why the last save failed; stays until the next one. */
  problem?: string;
  /** Under the fields of a new entry: the address it will get. */
  note?: (draft: Draft) => string | undefined;
  onSave: (draft: Draft) => void;
  onCancel: () => void;
}

/** Spec §2: value and optional title, with Save and Cancel. */
export function ItemEditor(props: ItemEditorProps) {
  const { definition, problem } = props;
  const form = useRef<HTMLFormElement>(null);
  const words = useItemForm(props, form);
  const { draft, isDirty } = words;
  const { submit, cancel } = useWaysOut(words, props);
  const onFocus = usePreviewDraft(props.previewed, draft.value, words.errors);
  useSaveKey(form, submit);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!form.current?.contains(event.target as Node)) return; // from a dialog that a field has opened
    const isListOpen = (event.target as HTMLElement).getAttribute('aria-expanded') === 'true';
    if (event.key === 'Escape' && !isListOpen && !event.defaultPrevented) cancel();
    const step = stepOf(event);
    if (!step) return;
    event.preventDefault(); // the browser's own undo knows only one field, and not what a button changed
    words[step]();
  };

  return (
    <form
      className={classes.editor}
      data-takes-over=""
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
        {words.tried && <ErrorSummary field={words.field} errors={words.shown} form={form} />}
        {hasRequired(words.field) && <p className={classes.legend}>Fields with a star have to be filled in.</p>}
        <ItemFields words={words} choices={props.choices} />
        {props.note?.(draft) && <p className="meta">{props.note(draft)}</p>}
      </div>
      <EditorFoot state={stateWords(isDirty, words.changes)} onCancel={cancel} />
    </form>
  );
}

type Words = ReturnType<typeof useItemForm>;

/** Save and Cancel. */
function useWaysOut(words: Words, { problem, refused, sent, onSave, onCancel }: ItemEditorProps) {
  const { draft, base, isDirty } = words;
  const confirm = useConfirm();
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!words.check()) return;
    words.drop();
    const hasFailed = Boolean(problem || refused || sent);
    if (base && isSame(draft, base) && !hasFailed) onCancel();
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
    words.drop({ forEver: true });
    onCancel();
  };
  return { submit, cancel };
}

/** The value by its schema, and at the end the name that only the admin shows. */
function ItemFields({ words, choices }: { words: Words; choices: FormChoices }) {
  const { draft, change } = words;
  return (
    <>
      <SchemaForm
        field={words.field}
        value={draft.value}
        base={words.base?.value}
        errors={words.shown}
        choices={choices}
        entryIds={words.entryIds}
        onChange={(value, pointer, entryIds) => change({ ...draft, value }, pointer, entryIds)}
        onLeave={words.leave}
      />
      <NameInAdmin draft={draft} onChange={change} />
    </>
  );
}

function EditorFoot({ state, onCancel }: { state: string; onCancel: () => void }) {
  return (
    <div className={classes.foot}>
      <Button type="submit" variant="filled">
        Save
      </Button>
      <Button onClick={onCancel}>Cancel</Button>
      <span className={classes.state} role="status">
        {state}
      </span>
      <span className={classes.keys} aria-hidden="true">
        <kbd>{isMac ? '⌘ S' : 'Ctrl S'}</kbd> save <kbd>Esc</kbd> cancel
      </span>
    </div>
  );
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

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
