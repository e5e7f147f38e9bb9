import { type FormField, getLabelAt } from '@threadline/schema/content/form-field';
import type { RefObject } from 'react';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import type { FieldErrors } from '../model/form-model.ts';

interface FieldErrorSummaryProps {
  field: FormField;
  errors: FieldErrors;
  form: RefObject<HTMLElement | null>;
}

/** How many fields have to be changed before the item can be saved, with a button for each. */
export function FieldErrorSummary({ field, errors, form }: FieldErrorSummaryProps) {
  const fields = Object.keys(errors).map((pointer) => ({ name: pointer, label: getLabelAt(field, pointer) }));
  if (fields.length === 0) return null;
  return <ErrorSummary fields={fields} onFocus={(pointer) => focusField(findControl(form.current, pointer))} />;
}

/** Moves the focus to a field, with the error below it in view. */
export function focusField(control: HTMLElement | null): void {
  control?.focus({ preventScroll: true });
  control?.scrollIntoView({ block: 'center' });
}

/** Moves the focus to the field at a pointer; in a formatted text to the block there. */
export function focusPlace(form: HTMLElement | null, pointer: string): void {
  const control = findControl(form, pointer);
  const [, index] = /\/content\/(\d+)/.exec(pointer) ?? [];
  const block = control?.isContentEditable ? control.children[Number(index)] : undefined;
  if (!control || !block) {
    focusField(control);
    return;
  }
  control.focus({ preventScroll: true });
  // The editor follows the selection of the browser.
  getSelection()?.collapse(block, 0);
  block.scrollIntoView({ block: 'center' });
}

/** Returns the control of a field; of a list or group its first one, and of a field without a control its group's. */
export function findControl(form: HTMLElement | null, pointer: string): HTMLElement | null {
  const exact = form?.querySelector<HTMLElement>(`[data-pointer="${CSS.escape(pointer)}"]`);
  const inside = form?.querySelector<HTMLElement>(`[data-pointer^="${CSS.escape(pointer)}/"]`);
  return exact ?? inside ?? (pointer === '' ? null : findControl(form, pointer.replace(/\/[^/]*$/, '')));
}

/** Returns the control of the first of these fields, in the order of the form. */
export function findFirstControl(form: HTMLElement | null, pointers: readonly string[]): HTMLElement | null {
  const found = pointers.flatMap((pointer) => findControl(form, pointer) ?? []);
  const controls = [...(form?.querySelectorAll<HTMLElement>('[data-pointer]') ?? [])];
  return controls.find((control) => found.includes(control)) ?? null;
}
