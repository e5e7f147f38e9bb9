import { findDefinition } from '@threadline/schema/content-model';
import { fieldAt, fieldOf } from '@threadline/schema/form-field';
import type { PreviewField } from '@threadline/schema/preview';
import { type FocusEvent, useEffect } from 'react';
import { titlePointer } from '../../content/model/form-model.ts';
import { dropDraft, hideFocus, type Place, showDraft, showFocus } from './preview-overrides.ts';

/**
 * Ties an open editor to the live preview: what is in its form is on the page, and the field with the caret is outlined.
 *
 * @param errors of the content model, by JSON Pointer
 * @returns the form's `onFocus`
 */
export function usePreviewDraft({ section, key }: Place, value: unknown, errors: Record<string, string>) {
  useEffect(() => showDraft({ section, key }, value, errors), [section, key, value, errors]);
  useEffect(() => () => dropDraft({ section, key }), [section, key]);

  return ({ target }: FocusEvent<HTMLElement>) => {
    const control = target.closest<HTMLElement>('[data-pointer]');
    const pointer = control?.dataset.pointer;
    if (pointer === titlePointer) hideFocus();
    else if (pointer !== undefined) {
      showFocus({ section, key, pointer, label: nameOf(control) || fieldName({ section, key, pointer }) });
    }
  };
}

/** Returns the field's title in the content model. */
function fieldName({ section, key, pointer }: PreviewField): string {
  const definition = findDefinition(section, key);
  return definition ? fieldAt(fieldOf(definition.schema), pointer).title : '';
}

/** Its own label, without a hint that stands in it. */
function nameOf(control: HTMLElement | null): string {
  const named =
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLButtonElement
      ? control.labels?.[0]
      : null;
  const words = [...(named?.childNodes ?? [])].filter((node) => !(node instanceof HTMLSpanElement));
  return (words.map((node) => node.textContent).join('') || named?.textContent || '').trim();
}
