import { findDefinition } from '@threadline/schema/content/content-model';
import { type FormField, getField, getFieldAt } from '@threadline/schema/content/form-field';
import type { PreviewEdit, PreviewField } from '@threadline/schema/wire/preview';
import { type FocusEvent, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { createStore } from '../../../store/create-store.ts';
import { type FieldErrors, titlePointer, validate } from '../../content/model/form-model.ts';
import type { ListChange } from '../../content/model/list-change.ts';
import { getValueAt } from '../../content/model/value-at.ts';
import type { EditorCommand } from '../messages.ts';
import { createShownValue, isEmpty as hasNoValue } from './shown-value.ts';

export interface ItemKey {
  section: string;
  key: string;
}

/** An item in the preview. A new entry may be shown behind another one. */
export interface PreviewedItem extends ItemKey {
  after?: string | undefined;
  /** True for an entry that was never saved, so that it has no earlier text to show. */
  isNew?: boolean | undefined;
  /** The stored value, for a text that is invalid from the beginning. */
  saved?: unknown;
}

export interface InvalidField extends PreviewField {
  message: string;
  isEmpty: boolean;
  /** The page shows the name of the field instead. */
  isFilled?: boolean;
  /** The number of characters above the limit. */
  excess?: number;
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

export interface PreviewOverrides {
  /** The value of each open editor, with the last valid part of each invalid field. */
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

/** Returns a part of the overrides. The caller is rendered only when that part changes, and not with each key. */
export function usePreviewOverrides<Part>(select: (all: PreviewOverrides) => Part): Part {
  return useSyncExternalStore(overrides.subscribe, () => select(overrides.get()));
}

/** Returns the value of an open editor as it is now; undefined if the item is not open. */
export function getPreviewedValue(item: ItemKey): unknown {
  return overrides.get().texts.find((text) => !isOther(item)(text))?.value;
}

function update(next: Partial<PreviewOverrides>): void {
  overrides.set((current) => ({ ...current, ...next }));
}

function isOther({ section, key }: ItemKey): (other: ItemKey) => boolean {
  return (other) => other.section !== section || other.key !== key;
}

/**
 * Shows the value of an editor in the preview. Each field with an error keeps its last valid value, or shows its name if it
 * never had one; all others show what is typed.
 */
export function showDraft(
  { after, isNew = false, saved, ...item }: PreviewedItem,
  value: unknown,
  errors: FieldErrors,
): void {
  const { edits, texts, invalid } = overrides.get();
  const before = edits.find((edit) => !isOther(item)(edit))?.value ?? saved;
  const pointers = Object.keys(errors);
  const wasInvalid = invalid.some((field) => !isOther(item)(field));
  const { shown, filled } = createValidValue(item, value, { invalid: pointers, before, isNew });
  const others = edits.filter(isOther(item));
  update({
    edits: shown === undefined ? edits : [...others, { ...item, value: shown, ...(after && { after }) }],
    texts: [...texts.filter(isOther(item)), { ...item, value }],
    ...((wasInvalid || pointers.length > 0) && {
      invalid: [...invalid.filter(isOther(item)), ...pointers.map(toInvalid)],
    }),
  });

  function toInvalid(pointer: string): InvalidField {
    const invalidValue = getValueAt(value, pointer);
    return {
      ...{ ...item, pointer, message: errors[pointer] ?? '' },
      isEmpty: hasNoValue(invalidValue),
      isFilled: shown !== undefined && filled.has(pointer),
      excess: countExcess(findField({ ...item, pointer }), invalidValue),
    };
  }
}

function countExcess(field: FormField | undefined, value: unknown): number {
  return typeof value === 'string' ? Math.max(0, value.length - (field?.maxLength ?? value.length)) : 0;
}

interface ValidValueOptions {
  invalid: readonly string[];
  before: unknown;
  isNew: boolean;
}

/** Returns a value that the page can show; undefined if there is none. */
function createValidValue({ section, key }: ItemKey, value: unknown, options: ValidValueOptions) {
  const none = { shown: undefined, filled: new Set<string>() };
  if (options.invalid.length === 0) return { ...none, shown: value };
  const definition = findDefinition(section, key);
  if (!definition) return none;
  const created = createShownValue(value, { ...options, form: getField(definition.schema) });
  return Object.keys(validate(definition.schema, created.shown)).length === 0 ? created : none;
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
  {
    value,
    errors,
    saved,
    ...actions
  }: { value: unknown; errors: FieldErrors; saved?: unknown } & Omit<PreviewedEditor, keyof ItemKey>,
) {
  const getSaved = useEffectEvent(() => saved);
  useEffect(
    () => showDraft({ section, key, after, isNew, saved: getSaved() }, value, errors),
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
