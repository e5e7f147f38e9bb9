import { Stack, Text, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { hasRequired } from '@threadline/schema/content/form-field';
import { type FormEvent, type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { formatCount } from '../../../format/numbers.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { ActionBar } from '../../../ui/panel.tsx';
import { modifierName } from '../../../ui/use-shortcuts.ts';
import { usePreviewDraft } from '../../preview/host/preview-overrides.ts';
import { type Draft, isEqual, titleLabel, titlePointer } from '../model/form-model.ts';
import classes from './editor.module.css';
import { FieldErrorSummary } from './field-errors.tsx';
import type { FormChoices } from './field-frame.tsx';
import { SchemaForm } from './schema-form.tsx';
import { type ItemForm, type ItemFormOptions, useItemForm } from './use-item-form.ts';

interface ItemEditorProps extends ItemFormOptions {
  /** The item that the preview shows with this text. */
  previewed: { section: string; key: string };
  choices: FormChoices;
  /** Why the last save failed. */
  message?: string | undefined;
  /** A note below the fields of a new entry: its future address. */
  note?: (draft: Draft) => string | undefined;
  onSave: (draft: Draft) => void;
  onCancel: () => void;
}

/** The editor of an item: value and optional title, with Save and Cancel (Spec §2). */
export function ItemEditor(props: ItemEditorProps) {
  const { definition, message, note, choices } = props;
  const formRef = useRef<HTMLFormElement>(null);
  const form = useItemForm(props, formRef);
  const { draft, change } = form;
  const { submit, cancel } = useEditorActions(form, props);
  const onFocus = usePreviewDraft(props.previewed, draft.value, form.errors);
  useSaveShortcut(formRef, submit);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!formRef.current?.contains(event.target as Node)) return; // from a dialog that a field has opened
    const isListOpen = (event.target as HTMLElement).getAttribute('aria-expanded') === 'true';
    if (event.key === 'Escape' && !isListOpen && !event.defaultPrevented) cancel();
    const step = getHistoryStep(event);
    if (!step) return;
    event.preventDefault(); // the browser's undo is limited to one field and to typed text
    form[step]();
  };

  return (
    <form
      className={classes.editor}
      data-takes-over=""
      ref={formRef}
      onSubmit={submit}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      noValidate
      aria-label={`Edit ${definition.title}`}
    >
      <Stack px="md" pt={4} pb="md">
        {message && <Alert role="alert">{message}</Alert>}
        {form.isTried && <FieldErrorSummary field={form.field} errors={form.visibleErrors} form={formRef} />}
        {hasRequired(form.field) && <small>Fields marked with * are required.</small>}
        <SchemaForm
          field={form.field}
          value={draft.value}
          base={form.base?.value}
          errors={form.visibleErrors}
          choices={choices}
          entryIds={form.entryIds}
          onChange={(value, pointer, entryIds) => change({ ...draft, value }, pointer, entryIds)}
          onLeave={form.leave}
        />
        <AdminTitleField title={draft.title} onChange={(title) => change({ ...draft, title }, titlePointer)} />
        {note?.(draft) && <small>{note(draft)}</small>}
        <ActionBar>
          <Button type="submit" variant="filled">
            Save
          </Button>
          <Button onClick={cancel}>Cancel</Button>
          <Text c="dimmed" fz="sm" role="status">
            {formatChanges(form)}
          </Text>
          <small className={classes.keys} aria-hidden="true">
            <kbd>{modifierName} S</kbd> save <kbd>Esc</kbd> cancel
          </small>
        </ActionBar>
      </Stack>
    </form>
  );
}

function useEditorActions(
  form: ItemForm,
  { message, serverErrors, pending, onSave, onCancel, onDraft }: ItemEditorProps,
) {
  const { draft, base, isDirty } = form;
  const confirm = useConfirm();
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!form.check()) return;
    form.release();
    const hasFailed = Boolean(message || serverErrors || pending);
    if (base && isEqual(draft, base) && !hasFailed) onCancel();
    else onSave(draft);
  };
  const cancel = async () => {
    const question = {
      title: 'Discard this change?',
      text: 'Your changes on this screen are not saved.',
      action: 'Discard',
      cancel: 'Keep editing',
    };
    if (isDirty && !(await confirm(question))) return;
    form.release();
    onDraft(undefined);
    onCancel();
  };
  return { submit, cancel };
}

/** Saves with ⌘S or Ctrl+S, unless the focus is in another form or in a dialog. */
function useSaveShortcut(form: RefObject<HTMLElement | null>, save: () => void): void {
  const saveIfFocused = () => {
    if (document.querySelector('[role=dialog][aria-modal=true]')) return;
    const focused = document.activeElement?.closest('form');
    if (!focused || focused === form.current) save();
  };
  useHotkeys([['mod+S', saveIfFocused]], [], true);
}

/** The optional title of an item (Spec §3). It is last and folded, so that it is not taken for the visible headline. */
function AdminTitleField({ title, onChange }: { title: string; onChange: (title: string) => void }) {
  const hint = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen || title !== ''} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <strong>{titleLabel.title}</strong> <small id={hint}>Optional. {titleLabel.description}</small>
      </summary>
      <TextInput
        mt={4}
        aria-label={titleLabel.title}
        attributes={{ input: { 'aria-describedby': hint } }}
        data-pointer={titlePointer}
        value={title}
        maxLength={80}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </details>
  );
}

/** Returns the step for ⌘Z, ⇧⌘Z and their Ctrl forms, and for Ctrl+Y. */
function getHistoryStep({ key, metaKey, ctrlKey, shiftKey, altKey }: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (altKey || !(metaKey || ctrlKey)) return undefined;
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return key.toLowerCase() === 'y' && !shiftKey ? 'redo' : undefined;
}

function formatChanges({ isDirty, changes }: ItemForm): string {
  if (!isDirty) return '';
  return changes === 0 ? 'Not saved yet' : `${formatCount(changes, 'change')}, not saved yet`;
}
