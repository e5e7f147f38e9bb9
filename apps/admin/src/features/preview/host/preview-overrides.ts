import { findDefinition, type ItemDefinition } from '@threadline/schema/content/content-model';
import { type FormField, getField, getFieldAt } from '@threadline/schema/content/form-field';
import { isRichText } from '@threadline/schema/rich-text/rich-text';
import { getPlainText } from '@threadline/schema/rich-text/to-text';
import type { PreviewEdit, PreviewField } from '@threadline/schema/wire/preview';
import { type FocusEvent, useEffect, useEffectEvent } from 'react';
import { createStore, useStore } from '../../../store/create-store.ts';
import { type FieldErrors, isBlank, titlePointer, validate } from '../../content/model/form-model.ts';
import type { ListChange } from '../../content/model/list-change.ts';
import { getValueAt, setValueAt } from '../../content/model/value-at.ts';
import type { EditorCommand } from '../messages.ts';

export interface ItemKey {
  section: string;
  key: string;
}

/** An item in the preview. A new entry may be shown behind another one. */
export interface PreviewedItem extends ItemKey {
  after?: string | undefined;
  /** True for an entry that was never saved, so that it has no earlier text to show. */
  isNew?: boolean | undefined;
}

export interface InvalidField extends PreviewField {
  message: string;
  isEmpty: boolean;
  /** The page shows the name of the field instead. */
  isFilled?: boolean;
}

/** The focused field, with its label in the form. */
export interface FocusedField extends PreviewField {
  label: string;
  /** The pointer of the part with the caret within a formatted text, such as `/content/3`. */
  part?: string | undefined;
}

/** An open editor, with the actions that the page can ask for. */
export interface PreviewedEditor extends ItemKey {
  /** @param isStep the change is undone by itself */
  change: (pointer: string, text: string, isStep: boolean) => void;
  /** Returns the value of a field, valid or not. */
  read: (pointer: string) => unknown;
  changeList: (pointer: string, change: ListChange) => void;
  focus: (pointer: string) => void;
  /** Opens the image picker of a field. */
  pick: (pointer: string) => void;
  run: (command: EditorCommand) => void;
}

interface PreviewOverrides {
  /** The last valid value of each item that has an open editor. */
  edits: readonly PreviewEdit[];
  /** The value of each of these editors, valid or not. */
  texts: readonly PreviewEdit[];
  /** Invalid fields of open editors. The page shows their last valid value. */
  invalid: readonly InvalidField[];
  focus: FocusedField | undefined;
  editors: readonly PreviewedEditor[];
  /** The entry that was created last. */
  saved: ItemKey | undefined;
  /** Whether the preview covers the text of the full-screen writer. */
  isCovering: boolean;
}

// The editors fill this store, and the lazy preview pane reads it.
const overrides = createStore<PreviewOverrides>({
  edits: [],
  texts: [],
  invalid: [],
  focus: undefined,
  editors: [],
  saved: undefined,
  isCovering: false,
});

export function usePreviewOverrides(): PreviewOverrides {
  return useStore(overrides);
}

function update(next: Partial<PreviewOverrides>): void {
  overrides.set((current) => ({ ...current, ...next }));
}

function isOther({ section, key }: ItemKey): (other: ItemKey) => boolean {
  return (other) => other.section !== section || other.key !== key;
}

/** Shows the value of an editor in the preview. Fields with errors keep their last valid value; those of a new entry show their names. */
export function showDraft({ after, isNew, ...item }: PreviewedItem, value: unknown, errors: FieldErrors): void {
  const { edits, texts, invalid } = overrides.get();
  const fields = Object.entries(errors).map(([pointer, message]): InvalidField => {
    return { ...item, pointer, message, isEmpty: isBlank(getValueAt(value, pointer)) };
  });
  const shown = fields.length === 0 ? value : isNew ? fillEmpty(item, value, fields) : undefined;
  const others = edits.filter(isOther(item));
  update({
    edits: shown === undefined ? edits : [...others, { ...item, value: shown, ...(after && { after }) }],
    texts: [...texts.filter(isOther(item)), { ...item, value }],
    invalid: [
      ...invalid.filter(isOther(item)),
      ...fields.map((field) => ({ ...field, isFilled: shown !== undefined })),
    ],
  });
}

const placeholderPicture = '/art/about-weave';

/** Returns the value with the names of the fields in empty ones that are required; undefined if it is still invalid. */
function fillEmpty({ section, key }: ItemKey, value: unknown, fields: readonly InvalidField[]): unknown {
  const definition = findDefinition(section, key);
  if (!definition) return undefined;
  const filled = fields.reduce((text, { pointer }) => fillField(definition, text, pointer), value);
  return Object.keys(validate(definition.schema, filled)).length === 0 ? filled : undefined;
}

function fillField({ schema }: ItemDefinition, value: unknown, pointer: string): unknown {
  const { input, title } = getFieldAt(getField(schema), pointer);
  const part = getValueAt(value, pointer);
  if (isRichText(part) && getPlainText(part).trim() === '') {
    const paragraph = { type: 'paragraph', content: [{ type: 'text', text: title }] };
    return setValueAt(value, pointer, { type: 'doc', content: [paragraph] });
  }
  if (!isBlank(part)) return value;
  if (input === 'media') return setValueAt(value, pointer, placeholderPicture);
  if (input === 'link') return setValueAt(value, pointer, '#contact');
  return input === 'text' || input === 'textarea' ? setValueAt(value, pointer, title) : value;
}

/** Shows the saved value of an item again, after its editor was closed. */
export function hideDraft(item: ItemKey): void {
  const { edits, texts, invalid, focus } = overrides.get();
  update({
    edits: edits.filter(isOther(item)),
    texts: texts.filter(isOther(item)),
    invalid: invalid.filter(isOther(item)),
    focus: focus && isOther(item)(focus) ? focus : undefined,
  });
}

export function setFocusedField(focus: FocusedField | undefined): void {
  update({ focus });
}

/** Moves the outline within the focused formatted text. */
export function setFocusedPart(pointer: string, part: string | undefined): void {
  const { focus } = overrides.get();
  if (focus?.pointer === pointer && focus.part !== part) setFocusedField({ ...focus, part });
}

/** Shows the preview in front of the full-screen writer, where there is no room beside it. */
export function setCovering(isCovering: boolean): void {
  update({ isCovering });
}

/** Shows an entry that was just created, under its own key. */
export function showSaved(saved: ItemKey): void {
  update({ saved });
}

/**
 * Shows an open editor in the preview, where its texts can be typed. Returns the `onFocus` handler of its form, which
 * outlines the focused field.
 */
export function usePreviewDraft(
  { section, key, after, isNew }: PreviewedItem,
  { value, errors, ...actions }: { value: unknown; errors: FieldErrors } & Omit<PreviewedEditor, keyof ItemKey>,
) {
  useEffect(
    () => showDraft({ section, key, after, isNew }, value, errors),
    [section, key, after, isNew, value, errors],
  );
  const change = useEffectEvent(actions.change);
  const read = useEffectEvent(actions.read);
  const changeList = useEffectEvent(actions.changeList);
  const focus = useEffectEvent(actions.focus);
  const pick = useEffectEvent(actions.pick);
  const run = useEffectEvent(actions.run);
  useEffect(() => {
    const editor: PreviewedEditor = {
      ...{ section, key },
      change: (...args) => change(...args),
      read: (pointer) => read(pointer),
      changeList: (...args) => changeList(...args),
      focus: (pointer) => focus(pointer),
      pick: (pointer) => pick(pointer),
      run: (...args) => run(...args),
    };
    update({ editors: [...overrides.get().editors.filter(isOther(editor)), editor] });
    return () => {
      hideDraft({ section, key });
      update({ editors: overrides.get().editors.filter((other) => other !== editor) });
    };
  }, [section, key]);

  return ({ target }: FocusEvent<HTMLElement>) => {
    const control = target.closest<HTMLElement>('[data-pointer]');
    const pointer = control?.dataset.pointer;
    if (!control || pointer === undefined) return;
    const field = findField({ section, key, pointer });
    // A name in the admin is nowhere on the page, and a colour everywhere.
    const isOutlined = pointer !== titlePointer && field?.input !== 'color';
    const { part } = control.dataset;
    const label = getLabel(control) || (field?.title ?? '');
    setFocusedField(isOutlined ? { section, key, pointer, label, ...(part && { part }) } : undefined);
  };
}

/** Returns a field of the content model. */
function findField({ section, key, pointer }: PreviewField): FormField | undefined {
  const definition = findDefinition(section, key);
  return definition && getFieldAt(getField(definition.schema), pointer);
}

/** Returns the label of a control without the hint inside it. */
function getLabel(control: HTMLElement): string {
  const labelId = control.getAttribute('aria-labelledby');
  const label = labelId === null ? (control as HTMLInputElement).labels?.[0] : document.getElementById(labelId);
  const nodes = [...(label?.childNodes ?? [])].filter((node) => !(node instanceof HTMLSpanElement));
  return (nodes.map((node) => node.textContent).join('') || label?.textContent || '').trim();
}
