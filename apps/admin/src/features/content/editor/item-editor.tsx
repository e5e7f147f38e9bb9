import { Stack, Text, TextInput } from '@mantine/core';
import { type FormField, hasRequired } from '@threadline/schema/content/form-field';
import { showPublishingDay } from '@threadline/schema/content/publishing-day';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { formatCount } from '../../../format/numbers.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { ActionBar } from '../../../ui/panel.tsx';
import { useRootAttribute } from '../../../ui/use-root-attribute.ts';
import { modifierName } from '../../../ui/use-shortcuts.ts';
import { type PreviewedItem, usePreviewDraft } from '../../preview/host/preview-overrides.ts';
import { getEntryIds, setEntryIds } from '../model/entry-ids.ts';
import { type FieldErrors, type FormText, titleLabel, titlePointer } from '../model/form-model.ts';
import { changeList } from '../model/list-change.ts';
import { getValueAt, setValueAt } from '../model/value-at.ts';
import classes from './editor.module.css';
import { type CheckedRun, type EditorActionOptions, useEditorActions, useEditorKeys } from './editor-actions.ts';
import { FieldErrorSummary, findControl, focusField, focusPlace } from './field-errors.tsx';
import type { FormChoices } from './field-frame.tsx';
import { SchemaForm } from './schema-form.tsx';
import { getStepLabel, type ItemForm, type ItemFormOptions, useItemForm } from './use-item-form.ts';
import { useWriter, WriterBar } from './writer.tsx';

interface ItemEditorProps extends ItemFormOptions, EditorActionOptions {
  /** The item that the preview shows with this text. */
  previewed: PreviewedItem;
  choices: FormChoices;
  /** The title of the full-screen writer; that of the definition by default. */
  title?: string;
  /** A note below the fields of a new entry: its future address. */
  note?: (text: FormText) => string | undefined;
  /** Set for an entry that is written as a draft. */
  drafting?: Drafting;
}

/** The form of a draft, for its actions. */
export interface DraftForm {
  check: CheckedRun;
  field: FormField;
  text: FormText;
  /** The errors of the text, whether or not they are shown. */
  errors: FieldErrors;
  /** Changes the text at a field. */
  change: (value: unknown, pointer: string) => void;
  /** Leads to a field, or to a block of a formatted text. */
  focus: (pointer: string) => void;
}

interface Drafting {
  /** The state of the draft, as a sentence. */
  status: string;
  /** How long the text is. */
  length: string;
  /** The scheduled day of publication. The preview shows it instead of today. */
  day: string | undefined;
  /** Returns a text with the details that follow from a change. */
  complete?: ((before: FormText, after: FormText) => FormText) | undefined;
  /** Called with each text on the screen. */
  onText: (text: FormText) => void;
  /** Saves the draft now. The editor stays open. */
  onSave: () => void;
  /** Saves the draft for an editor who has chosen Save, and reports the result. */
  onSubmit: () => void;
  renderMenu: (form: DraftForm) => ReactNode;
  /** The menu with the less frequent actions. */
  more: ReactNode;
  /** Renders the notice above the fields. */
  renderNotice: (check: CheckedRun) => ReactNode;
}

/** The editor of an item: value and optional title, with Save and Cancel (Spec §2). */
export function ItemEditor(props: ItemEditorProps) {
  const { definition, message, note, choices, drafting } = props;
  const formRef = useRef<HTMLFormElement>(null);
  const form = useItemForm({ ...props, isGuarded: !drafting }, formRef);
  const { text } = form;
  const change: ItemForm['change'] = (next, ...place) =>
    form.change(drafting?.complete?.(text, next) ?? next, ...place);
  const writer = useWriter(form.field, formRef);
  const { submit, cancel, check } = useEditorActions(form, props);
  useReportedText(text, drafting?.onText);
  const onFocus = usePreviewDraft(props.previewed, {
    value: drafting?.day ? showPublishingDay(definition.schema, text.value, drafting.day) : text.value,
    errors: form.errors,
    saved: form.base?.value,
    change(pointer, typed, isStep) {
      if (isStep) form.closeStep();
      change({ ...text, value: setValueAt(text.value, pointer, typed) }, pointer);
      if (isStep) form.closeStep();
    },
    read: (pointer) => getValueAt(text.value, pointer),
    changeList: (pointer, step) => {
      const before = getValueAt(text.value, pointer);
      const entries: readonly unknown[] = Array.isArray(before) ? before : [];
      const next = changeList({ entries, ids: getEntryIds(form.entryIds, pointer, entries.length) }, step);
      const value = setValueAt(text.value, pointer, next.entries);
      form.closeStep();
      change({ ...text, value }, pointer, setEntryIds(form.entryIds, pointer, next.ids));
    },
    focus(pointer) {
      writer.showFields();
      focusField(findControl(formRef.current, pointer));
    },
    pick(pointer) {
      writer.showFields();
      const control = findControl(formRef.current, pointer);
      focusField(control);
      if (control?.ariaHasPopup === 'dialog') control.click();
    },
    run: (command) => (command === 'save' ? submit() : form[command]()),
  });
  useRootAttribute('data-has-bar', '');
  const onKeyDown = useEditorKeys(form, formRef, { submit, cancel, isFull: writer.isFull });

  const { status: state, length, more } = drafting ?? { status: formatChanges(form), length: '', more: undefined };
  const status = [formatStep(form), state].filter(Boolean).join(' ');
  const menu = drafting?.renderMenu({
    ...{ check, text, field: form.field, errors: form.errors },
    change: (value, pointer) => change({ ...text, value }, pointer),
    focus(pointer) {
      writer.showFields();
      focusPlace(formRef.current, pointer);
    },
  });

  return (
    <form
      className={classes.editor}
      data-takes-over=""
      ref={formRef}
      onSubmit={submit}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onBlur={drafting?.onSave}
      noValidate
      aria-label={`Edit ${definition.title}`}
      {...writer.attributes}
    >
      {writer.isFull && (
        <WriterBar
          title={props.title ?? definition.title}
          status={status}
          length={length}
          side={writer.side}
          offered={writer.offered}
          onSide={writer.setSide}
          onLeave={() => writer.setFull(false)}
          more={more}
          actions={
            <>
              <Button onClick={cancel}>{drafting ? 'Close' : 'Cancel'}</Button>
              <Button type="submit" variant={drafting ? 'default' : 'filled'}>
                Save
              </Button>
              {menu}
            </>
          }
        />
      )}
      {drafting?.renderNotice(check)}
      <Stack className={classes.fields}>
        {message && <Alert role="alert">{message}</Alert>}
        {form.isTried && <FieldErrorSummary field={form.field} errors={form.visibleErrors} form={formRef} />}
        {hasRequired(form.field) && <small className={classes.hint}>Fields marked with * are required.</small>}
        <SchemaForm
          field={form.field}
          value={text.value}
          base={form.base?.value}
          errors={form.visibleErrors}
          choices={choices}
          entryIds={form.entryIds}
          steps={form}
          onChange={(value, pointer, entryIds) => change({ ...text, value }, pointer, entryIds)}
          onLeave={form.leave}
        />
        <AdminTitleField title={text.title} onChange={(title) => change({ ...text, title }, titlePointer)} />
        {note?.(text) && <small>{note(text)}</small>}
        {!writer.isFull && (
          <ActionBar>
            {menu}
            <Button type="submit" variant={drafting ? 'default' : 'filled'}>
              Save
            </Button>
            <Button onClick={cancel}>{drafting ? 'Close' : 'Cancel'}</Button>
            {more}
            {writer.isAvailable && <Button onClick={() => writer.setFull(true)}>Full screen</Button>}
            <Text c="dimmed" fz="sm" role="status">
              {status}
            </Text>
            <small>{length}</small>
            <small className={classes.keys} aria-hidden="true">
              <kbd>{modifierName} S</kbd> save <kbd>Esc</kbd> {drafting ? 'close' : 'cancel'}
            </small>
          </ActionBar>
        )}
      </Stack>
    </form>
  );
}

/** Reports the first text and each change of it. */
function useReportedText(text: FormText, onText: ((text: FormText) => void) | undefined): void {
  const report = useEffectEvent((next: FormText) => onText?.(next));
  useEffect(() => report(text), [text]);
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

function formatChanges({ isDirty, changes }: ItemForm): string {
  if (!isDirty) return '';
  return changes === 0 ? 'Not saved yet' : `${formatCount(changes, 'change')}, not saved yet`;
}

/** Returns which field the last Undo or Redo changed, until the next edit. */
function formatStep({ reached, field }: Pick<ItemForm, 'reached' | 'field'>): string {
  if (!reached) return '';
  return `${reached.kind === 'undo' ? 'Undone' : 'Redone'}: ${getStepLabel(field, reached.pointer)}.`;
}
