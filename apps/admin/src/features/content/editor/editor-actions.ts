import { useHotkeys } from '@mantine/hooks';
import { getLabelAt } from '@threadline/schema/content/form-field';
import { getItemTitle } from '@threadline/schema/content/item-name';
import type { FormEvent, KeyboardEvent, ReactNode, RefObject } from 'react';
import { useConfirm } from '../../../ui/confirm.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { type FormText, isBlank, isEqual } from '../model/form-model.ts';
import { getValueAt } from '../model/value-at.ts';
import type { ItemForm, ItemFormOptions } from './use-item-form.ts';

/** Checks the fields. Calls the function with the text if it is valid; otherwise says what is missing for the purpose. */
export type CheckedRun = (run: (text: FormText) => void, purpose: 'publish' | 'schedule') => void;

export interface EditorActionOptions
  extends Pick<ItemFormOptions, 'definition' | 'serverErrors' | 'pending' | 'onSave' | 'onUnsavedText'> {
  /** Why the last save failed. */
  message?: ReactNode;
  onCancel: () => void;
  /** Set for an entry that is written as a draft. */
  drafting?: { onSubmit: () => void } | undefined;
}

/** Returns Save and Cancel of the editor of an item, and the check before an article is published. */
export function useEditorActions(
  form: ItemForm,
  { definition, message, serverErrors, pending, onSave, onCancel, onUnsavedText, drafting }: EditorActionOptions,
) {
  const { text, base, isDirty } = form;
  const confirm = useConfirm();
  const toast = useToast();
  const check: CheckedRun = (run, purpose) => {
    if (form.check()) return run(text);
    const pointers = Object.keys(form.errors);
    const labels = new Set(pointers.map((pointer) => getLabelAt(form.field, pointer)));
    const isMissing = pointers.every((pointer) => isBlank(getValueAt(text.value, pointer)));
    const [one, many] = isMissing ? ['is needed', 'are needed'] : ['needs a change', 'need a change'];
    const problem = `${[...labels].join(', ')} ${labels.size === 1 ? one : many} before you can ${purpose}.`;
    toast({ tone: 'danger', text: problem });
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (drafting) return drafting.onSubmit();
    if (!form.check()) return;
    form.release();
    const hasFailed = Boolean(message || serverErrors || pending);
    if (!base || !isEqual(text, base) || hasFailed) return onSave(text);
    toast({ text: 'No changes to save.' });
    onCancel();
  };
  const cancel = async () => {
    if (drafting) return onCancel();
    const { value, title } = base ?? text;
    const question = {
      title: form.changes > 1 ? `Discard ${form.changes} changes?` : 'Discard this change?',
      text: `Your changes in “${getItemTitle({ value, metadata: { title } }, definition)}” since the last save will be lost.`,
      action: 'Discard',
      cancel: 'Keep editing',
    };
    if (isDirty && !(await confirm(question))) return;
    form.release();
    onUnsavedText(undefined);
    onCancel();
  };
  return { submit, cancel, check };
}

interface EditorKeys {
  submit: () => void;
  cancel: () => void;
  /** Whether the form is the full-screen writer. */
  isFull: boolean;
}

/**
 * Saves with ⌘S or Ctrl+S, unless the focus is in another form or in a dialog. Returns the handler of the keys within the
 * form: Escape, Undo and Redo.
 */
export function useEditorKeys(
  history: Pick<ItemForm, 'undo' | 'redo'>,
  form: RefObject<HTMLElement | null>,
  { submit, cancel, isFull }: EditorKeys,
) {
  const saveIfFocused = () => {
    if (document.querySelector('[role=dialog][aria-modal=true]')) return;
    const focused = document.activeElement?.closest('form');
    if (!focused || focused === form.current) submit();
  };
  useHotkeys([['mod+S', saveIfFocused]], [], true);

  return (event: KeyboardEvent) => {
    if (!form.current?.contains(event.target as Node)) return; // from a dialog that a field has opened
    const isListOpen = (event.target as HTMLElement).getAttribute('aria-expanded') === 'true';
    const isInText = (event.target as HTMLElement).isContentEditable;
    // ProseMirror prevents the default of each Escape.
    // In full screen there are buttons for it: Escape is pressed to close a menu, and the text must stay where it is.
    if (event.key === 'Escape' && !isFull && !isListOpen && (isInText || !event.defaultPrevented)) cancel();
    // A formatted text takes the steps of the form itself.
    const step = isInText ? undefined : getHistoryStep(event);
    if (!step) return;
    event.preventDefault(); // the browser's undo is limited to one field and to typed text
    history[step]();
  };
}

/** Returns the step for ⌘Z, ⇧⌘Z and their Ctrl forms, and for Ctrl+Y. */
function getHistoryStep({ key, metaKey, ctrlKey, shiftKey, altKey }: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (altKey || !(metaKey || ctrlKey)) return undefined;
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return key.toLowerCase() === 'y' && !shiftKey ? 'redo' : undefined;
}
